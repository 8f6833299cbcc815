/** A program of the corpus inside a realm: its modules as functions, its runs, its instance. */
export type ModuleBody = (module: { exports: object }, exports: object, require: (specifier: string) => object) => void;

export interface Run {
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface Program {
  readonly runs: readonly Run[];
  /** `this.<name>` whose methods are activities by type. */
  readonly services: readonly string[];
  create(): object;
}

let bodies: Readonly<Record<string, ModuleBody>> = {};
let entry = '';

/** Called by the script of a program. Module ids are paths without extension. */
export function defineProgram(modules: Readonly<Record<string, ModuleBody>>, entryId: string): void {
  bodies = modules;
  entry = entryId;
}

const programs = new Map<string, Program>();

/** Evaluates the modules of the program; once in a realm, as a process would. */
export function loadProgram(flavour: string, builtin: Readonly<Record<string, object>>): Program {
  const program = programs.get(flavour) ?? evaluate(builtin);
  programs.set(flavour, program);
  return program;
}

function evaluate(builtin: Readonly<Record<string, object>>): Program {
  const loaded = new Map<string, { exports: object }>();
  const exported = load(entry) as Record<string, unknown>;
  const runs = exported['runs'] as Run[];
  const type = Object.values(exported).find((value) => isClass(value) && runs[0]!.method in value.prototype);
  if (!type) throw new Error(`HARNESS: ${entry} exports no class with ${runs[0]!.method}`);
  const create = exported['create'] as (() => object) | undefined;
  return {
    runs,
    services: (exported['services'] as string[] | undefined) ?? [],
    create: create ?? (() => new (type as new () => object)()),
  };

  function load(id: string): object {
    const known = loaded.get(id);
    if (known) return known.exports;
    const body = bodies[id];
    if (!body) throw new Error(`HARNESS: no module ${id}`);
    const module = { exports: {} };
    loaded.set(id, module);
    body(module, module.exports, (specifier) => builtin[specifier] ?? load(resolve(id, specifier)));
    return module.exports;
  }
}

function isClass(value: unknown): value is { readonly prototype: object } {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

function resolve(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.replace(/\.[cm]?[jt]s$/, '').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
