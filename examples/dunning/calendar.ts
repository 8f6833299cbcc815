/** When to charge: `day` days after `date` (`2026-03-23`) in a time zone. */
export type Calendar = (date: string, day: number, timeZone: string) => Date;

/** Ten in the morning on the customer's clock, whatever the clocks were put forward or back to in between. */
export const tenOClock: Calendar = (date, day, timeZone) => {
  const asIfUtc = new Date(`${date}T10:00:00Z`);
  asIfUtc.setUTCDate(asIfUtc.getUTCDate() + day);
  // The offset is that of the moment wanted, which differs from the first guess only around a change of the clocks.
  const guess = new Date(asIfUtc.getTime() - offsetMs(asIfUtc, timeZone));
  return new Date(asIfUtc.getTime() - offsetMs(guess, timeZone));
};

/** How far the zone's clocks are ahead of UTC at a moment. */
function offsetMs(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const name = parts.find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name)!;
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
