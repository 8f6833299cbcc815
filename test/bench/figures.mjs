/** Figures of one run, each beside its goal. */
import { cpus } from 'node:os';

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function percentile(numbers, percent) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))];
}

/** Wall time and the processor time of this process over some work. */
export async function measured(work) {
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { result, seconds, cpuSeconds: (user + system) / 1e6 };
}

export class Report {
  missed = 0;

  section(title) {
    console.log(`\n${title}`);
  }

  /** A line that has no goal. */
  note(name, text) {
    console.log(`  ${name.padEnd(58)} ${text}`);
  }

  /** `goal` is a bound: `['>=', 20000]`. */
  figure(name, value, [relation, bound], unit = '', digits = 2) {
    const isMet = relation === '>=' ? value >= bound : value <= bound;
    if (!isMet) this.missed += 1;
    const text = (number) => `${number.toLocaleString('en', { maximumFractionDigits: digits })}${unit}`;
    const verdict = isMet ? 'met' : `missed by ${text(Math.abs(value - bound))}`;
    console.log(`  ${name.padEnd(58)} ${text(value).padStart(12)}   goal ${relation} ${text(bound)}: ${verdict}`);
  }

  header() {
    const processor = cpus();
    console.log(`Node ${process.version}, ${processor.length} × ${processor[0]?.model ?? 'unknown processor'}`);
  }
}
