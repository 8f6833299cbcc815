import { createSystemClock } from '../../runtime/clocks/system-clock.ts';
import { monotonicNow } from '../../runtime/clocks/monotonic.ts';
import { HoplineError } from '../../runtime/protocol/errors.ts';
import { RunLedger } from '../../runtime/testing/run-ledger.ts';
import type { HoplineConfig } from '../../sdk/config.ts';
import { type CliContext, type ExitCode, UsageError } from './context.ts';
import { expandFiles } from './expand-files.ts';
import { requireArguments } from './run-arguments.ts';
import { localsIn, SentBodies } from './run-carried.ts';
import { createConsoleLogger, redirectConsole } from './run-console.ts';
import { createJsonReport } from './run-json.ts';
import { openRemotePlace, openScaledPlace } from './run-live.ts';
import type { PlaceSetup, RunPlace } from './run-place.ts';
import { openProject, type RunProject } from './run-project.ts';
import type { RunReport } from './run-report.ts';
import { type Place, type PlannedRun, readRequest, type RunOptions, type RunRequest } from './run-request.ts';
import { createTimeline } from './run-timeline.ts';
import { openVirtualPlace } from './run-virtual.ts';
import { chooseWorkflow, type ChosenWorkflow } from './run-workflow.ts';

/** What `hopline run` does. */
export async function runRun(
  context: CliContext,
  file: string,
  method: string | undefined,
  options: RunOptions,
): Promise<ExitCode> {
  const request = readRequest(context.cwd, options);
  const files = expandFiles(context.cwd, [file]);
  if (files.length > 1) throw new UsageError(`'${file}' is ${files.length} files; name the one that has the workflow.`);
  const giveConsoleBack = options.json ? redirectConsole() : () => {};
  const project = await openProject(context, files[0]!, options);
  if (!project) return 1;
  try {
    const workflow = await chooseWorkflow(project, method);
    if (workflow.declared) requireArguments(project, workflow.declared, request.runs);
    return await runToEnd(context, project, workflow, request, options);
  } finally {
    project.close();
    giveConsoleBack();
  }
}

async function runToEnd(
  context: CliContext,
  project: RunProject,
  workflow: ChosenWorkflow,
  request: RunRequest,
  options: RunOptions,
): Promise<ExitCode> {
  const bodies = new SentBodies();
  const ledger = new RunLedger();
  const ids = request.runs.map(({ id }) => id);
  const report = reportFor(context, project, workflow, ids, bodies, options);
  const own = new Set(ids);
  const startedMs = monotonicNow();
  let firstMs: number | undefined;
  let lastMs = 0;
  const setup: PlaceSetup = {
    workflows: workflow.entries,
    signing: project.config?.value.signing,
    store: project.config?.value.store,
    bodies,
    logger: createConsoleLogger(context),
    onEvent(event) {
      // A queue of others may hold runs of others, which this worker takes on like any worker.
      if (!own.has(event.runId)) return;
      firstMs ??= event.at;
      lastMs = event.at;
      ledger.record(event);
      report.event(event);
    },
  };
  const place = await openPlace(context, request.place, project.config?.value, setup);
  let isInterrupted = false;
  try {
    report.begin(place.description);
    const isEnded = () => ids.every((id) => ledger.outcome(id) !== undefined);
    const interrupted = context.interrupted().then(() => (isInterrupted = true));
    await Promise.race([startAndWait(place, workflow.name, request.runs, isEnded), interrupted]);
  } finally {
    await closeInTime(place);
  }
  const outcomes = new Map(ids.map((id) => [id, ledger.outcome(id)]));
  report.end({ outcomes, isInterrupted, elapsedMs: lastMs - (firstMs ?? lastMs), tookMs: monotonicNow() - startedMs });
  return [...outcomes.values()].every((outcome) => outcome?.status === 'completed') ? 0 : 1;
}

async function startAndWait(
  place: RunPlace,
  workflow: string,
  runs: readonly PlannedRun[],
  isEnded: () => boolean,
): Promise<void> {
  for (const { id, args } of runs) await place.client.start(workflow, { id, args });
  if ((await place.until(isEnded)) === 'reached') return;
  throw new HoplineError(
    'TEST_IDLE',
    'Nothing is left in the queue that could go on, and not all runs have ended. Look for an activity that waits for something which never comes.',
  );
}

const closingMsMax = 5_000;

/** An activity that hangs in something real must not hold the end of the command. */
async function closeInTime(place: RunPlace): Promise<void> {
  const over = new AbortController();
  const tooLong = createSystemClock().sleep(closingMsMax, over.signal);
  await Promise.race([place.close(), tooLong.catch(() => {})]);
  over.abort();
}

function reportFor(
  context: CliContext,
  { manifest, file }: RunProject,
  { name }: ChosenWorkflow,
  ids: readonly string[],
  bodies: SentBodies,
  { json = false, allHops = false }: RunOptions,
): RunReport {
  const localsOf = (runId: string) => {
    const body = bodies.bodyOf(runId);
    return body === undefined ? undefined : localsIn(body, manifest);
  };
  return json
    ? createJsonReport(context, localsOf)
    : createTimeline(context, { workflow: name, file, ids, allHops, localsOf });
}

function openPlace(
  { env }: CliContext,
  place: Place,
  config: HoplineConfig | undefined,
  setup: PlaceSetup,
): Promise<RunPlace> {
  if (place.kind === 'remote') return openRemotePlace(setup, place.queue ?? queueIn(config), place.endpoint, env);
  if (place.speed === 'max') return openVirtualPlace(setup, place.startMs);
  return openScaledPlace(setup, place.speed, place.startMs);
}

function queueIn(config: HoplineConfig | undefined): string {
  const queue = config?.queue;
  if (queue) return 'url' in queue ? queue.url : queue.name;
  throw new UsageError('--endpoint needs --queue, or a queue in hopline.config.ts.');
}
