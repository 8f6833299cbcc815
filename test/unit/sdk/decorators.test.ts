import { compileFunction } from 'node:vm';
import ts from 'typescript';
import { transformWithEsbuild } from 'vite';
import { describe, expect, it } from 'vitest';
import * as hopline from 'hopline';
import { HoplineError } from 'hopline';
import { markOf, type Mark } from '../../../runtime/protocol/marks.ts';

type Lowering = 'legacy' | 'standard';
type Classes = Record<string, new () => Record<string, (...args: unknown[]) => unknown>>;

/** Evaluates decorated source as the compiler of `tool` writes it, so that real decorator calls meet our functions. */
async function evaluate(source: string, lowering: Lowering, tool: 'tsc' | 'esbuild'): Promise<Classes> {
  const code = tool === 'tsc' ? lowerWithTypeScript(source, lowering) : await lowerWithEsbuild(source, lowering);
  const exports: Classes = {};
  compileFunction(code, ['workflow', 'activity', 'exports'])(hopline.workflow, hopline.activity, exports);
  return exports;
}

function lowerWithTypeScript(source: string, lowering: Lowering): string {
  return ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.None,
      experimentalDecorators: lowering === 'legacy',
    },
  }).outputText;
}

async function lowerWithEsbuild(source: string, lowering: Lowering): Promise<string> {
  const tsconfigRaw = { compilerOptions: { experimentalDecorators: lowering === 'legacy' } };
  return (await transformWithEsbuild(source, 'source.ts', { target: 'es2022', tsconfigRaw, sourcemap: false })).code;
}

const targets = (['tsc', 'esbuild'] as const).flatMap((tool) =>
  (['legacy', 'standard'] as const).map((lowering) => ({ tool, lowering })),
);

describe.each(targets)('$lowering decorators lowered by $tool', ({ tool, lowering }) => {
  const run = (source: string) => evaluate(source, lowering, tool);

  it('leave the mark with its options and change nothing else', async () => {
    const { Plain, Marked } = await run(`
      class Plain { async collect(a: number) { return a + 1; } }
      class Marked {
        @workflow({ name: 'Custom.name' }) async collect(a: number) { return a + 1; }
        @activity({ timeout: '3s' }) async charge() { return this; }
        async undecorated() {}
      }
      exports.Plain = Plain; exports.Marked = Marked;`);
    const marked = new Marked!();
    expect(markOf(marked, 'collect')).toEqual({ kind: 'workflow', options: { name: 'Custom.name' } } satisfies Mark);
    expect(markOf(marked, 'charge')).toEqual({ kind: 'activity', options: { timeout: '3s' } } satisfies Mark);
    expect(markOf(marked, 'undecorated')).toBeUndefined();
    expect(await marked.collect!(1)).toBe(2);
    expect(await marked.charge!()).toBe(marked);
    expect(String(Marked!.prototype.collect)).toBe(String(Plain!.prototype.collect));
  });

  it('an undecorated override keeps the mark of its base, a decorated one has its own', async () => {
    const { Kept, Own } = await run(`
      class Base { @activity({ timeout: '1s' }) async charge() {} }
      class Kept extends Base { async charge() {} }
      class Own extends Base { @activity({ timeout: '2s' }) async charge() {} }
      exports.Kept = Kept; exports.Own = Own;`);
    expect(markOf(new Kept!(), 'charge')?.options).toEqual({ timeout: '1s' });
    expect(markOf(new Own!(), 'charge')?.options).toEqual({ timeout: '2s' });
  });

  it('refuse a getter, by name', async () => {
    await expect(run(`class Wrong { @activity() get rate() { return 1; } }`)).rejects.toThrow(
      /'rate', which is no method/,
    );
  });
});

it('a legacy mark survives a decorator above that replaces the function', async () => {
  const { Traced } = await evaluate(
    `const traced = (_t: object, _k: string, d: PropertyDescriptor) => ({ ...d, value: async () => 'traced' });
     class Traced { @traced @activity({ timeout: '1s' }) async charge() {} }
     exports.Traced = Traced;`,
    'legacy',
    'tsc',
  );
  expect(await new Traced!().charge!()).toBe('traced');
  expect(markOf(new Traced!(), 'charge')?.options).toEqual({ timeout: '1s' });
});

describe('options are checked while the class is defined', () => {
  const refused = (declare: () => unknown): HoplineError => {
    try {
      declare();
    } catch (error) {
      if (HoplineError.is(error)) return error;
      throw error;
    }
    throw new Error('it was accepted');
  };
  const any = (value: unknown): any => value;

  it.each([
    [() => hopline.activity(any({ timeOut: '5s' })), 'INVALID_OPTION', "no option 'timeOut'. Did you mean timeout?"],
    [() => hopline.activity(any({ retries: 3 })), 'INVALID_OPTION', "no option 'retries'. It knows name, retry"],
    [() => hopline.activity(any({ retry: { attemps: 3 } })), 'INVALID_RETRY_POLICY', 'Did you mean attempts?'],
    [() => hopline.activity({ retry: { factor: 1e309 } }), 'INVALID_RETRY_POLICY', 'factor is Infinity'],
    [() => hopline.activity({ retry: { factor: 0.5 } }), 'INVALID_RETRY_POLICY', 'factor is 0.5'],
    [() => hopline.activity({ retry: { attempts: 0 } }), 'INVALID_RETRY_POLICY', 'attempts is 0'],
    [() => hopline.activity({ retry: { attempts: 1.5 } }), 'INVALID_RETRY_POLICY', 'attempts is 1.5'],
    [() => hopline.activity({ retry: { jitter: any('some') } }), 'INVALID_RETRY_POLICY', "jitter is 'some'"],
    [() => hopline.activity({ retry: { delays: [] } }), 'INVALID_RETRY_POLICY', 'at least one duration'],
    [() => hopline.activity({ retry: { delays: ['1s'], attempts: 6 } }), 'INVALID_RETRY_POLICY', 'set it to 2'],
    [() => hopline.activity({ retry: { delays: ['1s', -1] } }), 'INVALID_DURATION', 'retry.delays[1] is -1'],
    [() => hopline.activity({ retry: { initial: any('soon') } }), 'INVALID_DURATION', 'retry.initial'],
    [() => hopline.activity({ retry: any('often') }), 'INVALID_RETRY_POLICY', "not 'often'"],
    [() => hopline.activity({ timeout: 0 }), 'INVALID_OPTION', 'timeout is 0'],
    [() => hopline.activity({ timeout: Number.NaN }), 'INVALID_DURATION', 'timeout is NaN'],
    [() => hopline.activity({ name: ' ' }), 'INVALID_OPTION', "name is ' '"],
    [() => hopline.activity({ rateLimit: any('mails') }), 'INVALID_OPTION', "not 'mails'"],
    [
      () => hopline.activity({ rateLimit: { name: 'x', rule: { limit: 0, per: 1 } } }),
      'INVALID_RATE_RULE',
      'limit is 0',
    ],
    [() => hopline.activity({ concurrency: { name: 'x', limit: -1 } }), 'INVALID_OPTION', 'limit is -1'],
    [() => hopline.workflow(any({ retire: true })), 'INVALID_OPTION', 'Did you mean retired?'],
    [() => hopline.workflow({ maxHopsPerHour: 0 }), 'INVALID_OPTION', 'maxHopsPerHour is 0'],
    [() => hopline.workflow({ fairnessKey: any('tenant') }), 'INVALID_OPTION', "fairnessKey is 'tenant'"],
    [() => hopline.workflow({ name: 'a\u0000b' }), 'INVALID_OPTION', 'control characters'],
    [() => hopline.workflow({ concurrency: any({ limit: 5 }) }), 'INVALID_OPTION', 'key is undefined'],
  ])('case %#', (declare, code, words) => {
    const error = refused(declare);
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  it('options in their bounds are taken', () => {
    hopline.activity({
      name: 'charge',
      timeout: '1h',
      retry: { attempts: 200, initial: '2m', factor: 10, max: '8h', jitter: 'half', maxDuration: '3 days' },
      rateLimit: { limit: hopline.defineRateLimit('decorators.test', { limit: 1, per: '1s' }), key: (a: string) => a },
      concurrency: { name: 'c', limit: 1 },
    });
    hopline.activity({ retry: { delays: ['1 day', '2 days'], attempts: 3 } });
    hopline.workflow({
      retired: true,
      concurrency: { key: String, limit: 5 },
      fairnessKey: String,
      maxHopsPerHour: 10,
    });
  });

  it('a decorator without parentheses says how to write it', () => {
    const bare = hopline.activity as unknown as (...args: unknown[]) => unknown;
    expect(refused(() => bare({}, 'charge', { value: async () => {} })).message).toContain('Write @activity().');
    expect(refused(() => bare(async () => {}, { kind: 'method', name: 'charge' })).message).toContain(
      'Write @activity().',
    );
  });
});
