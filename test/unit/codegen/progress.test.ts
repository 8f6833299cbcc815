import { describe, expect, it } from 'vitest';

import { showProgress } from '../../../codegen/cli/progress.ts';
import { colours } from '../../../codegen/diagnostics/colours.ts';

function progressOn(isTerminal: boolean) {
  let nowMs = 0;
  let written = '';
  const silent = { write: () => {}, isTerminal: false, columns: 80, colours: colours(false) };
  const err = { ...silent, write: (text: string) => void (written += text), isTerminal, columns: 40 };
  const interrupted = () => Promise.resolve();
  const progress = showProgress({ cwd: '/p', env: {}, out: silent, err, interrupted }, () => nowMs);
  const at = (ms: number, path: string, index: number) => {
    nowMs = ms;
    progress.onModule(path, index, 9);
  };
  return { at, end: () => progress.end(), written: () => written };
}

describe('progress', () => {
  it('says nothing of short work', () => {
    const { at, end, written } = progressOn(true);
    at(0, '/p/src/a.ts', 0);
    at(1_999, '/p/src/b.ts', 1);
    end();
    expect(written()).toBe('');
  });

  it('shows one line of long work, within the width, and takes it away', () => {
    const { at, end, written } = progressOn(true);
    at(2_000, '/p/src/a-rather-long-name-of-a-module.ts', 3);
    expect(written()).toBe('\r\u001b[2KCompiling 4 of 9  src/a-rather-long-nam');
    end();
    expect(written().endsWith('\r\u001b[2K')).toBe(true);
  });

  it('shows nothing where nobody looks', () => {
    const { at, end, written } = progressOn(false);
    at(60_000, '/p/src/a.ts', 0);
    end();
    expect(written()).toBe('');
  });
});
