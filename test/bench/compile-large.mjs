/** How long a large project compiles, how long again after five edits, and whether a process that builds again and again grows. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const script = fileURLToPath(new URL('build-again.mjs', import.meta.url));

export function benchCompile(report) {
  report.section('900 files, 200 of them with a workflow, compiled');
  const [first, second] = buildsOf({ files: 900, workflows: 200, builds: 2 });
  report.figure('first build', first.seconds, ['<=', 60], ' s', 1);
  report.note('processor time of it', `${first.cpuSeconds.toFixed(1)} s`);
  report.figure('memory of the process, at most', first.megabytesMax, ['<=', 1_500], ' MB', 0);
  report.figure('build after five edits, same process', second.seconds, ['<=', 10], ' s', 1);
  report.note('processor time of it', `${second.cpuSeconds.toFixed(1)} s`);
  report.note('second build / first, processor time', (second.cpuSeconds / first.cpuSeconds).toFixed(2));

  report.section('90 files, 20 of them with a workflow, compiled again and again');
  const all = buildsOf({ files: 90, workflows: 20, builds: 24 });
  // The first builds warm up: code is compiled, memory is taken.
  report.figure('growth over 20 builds', all[23].megabytes - all[3].megabytes, ['<=', 100], ' MB', 0);
}

function buildsOf({ files, workflows, builds }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hopline-bench-')));
  try {
    const args = ['--expose-gc', script, root, checkout, files, workflows, builds].map(String);
    const output = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    return output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
