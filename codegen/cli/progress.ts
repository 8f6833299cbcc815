import { performance } from 'node:perf_hooks';

import { pathFrom } from '../project/paths.ts';
import type { OnModule } from '../compile.ts';
import type { CliContext } from './context.ts';

/** Shorter work needs no patience, and a line that flashes up is only unrest. */
const silentMs = 2_000;

export interface Progress {
  readonly onModule: OnModule;
  /** Takes the line away. */
  end(): void;
}

/** One line on a terminal's standard error that says how far long work is; nothing elsewhere. */
export function showProgress({ err, cwd }: CliContext, nowMs = () => performance.now()): Progress {
  const startedMs = nowMs();
  let isShown = false;
  return {
    onModule(path, index, count) {
      if (!err.isTerminal || nowMs() - startedMs < silentMs) return;
      isShown = true;
      const line = `Compiling ${index + 1} of ${count}  ${pathFrom(cwd, path)}`;
      err.write(`\r\u001b[2K${err.colours.dim(line.slice(0, err.columns - 1))}`);
    },
    end() {
      if (isShown) err.write('\r\u001b[2K');
    },
  };
}
