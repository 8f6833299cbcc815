/** What a generated program may refer to at one place. */
export type VariableType = 'number' | 'object' | 'list' | 'function';

export interface Variable {
  readonly name: string;
  readonly type: VariableType;
  /** `up`: a loop counter, which may only rise, so that every loop ends. */
  readonly change: 'no' | 'any' | 'up';
  /** Never written after its declaration, so that a closure over it may outlive a suspension. */
  readonly isConstant: boolean;
}

/** Names are given once for a whole program, so that only a deliberate shadowing meets another. */
export class Names {
  #next = 0;
  fresh(prefix: string): string {
    this.#next += 1;
    return `${prefix}${this.#next}`;
  }
}

export class Scope {
  readonly #parent: Scope | undefined;
  readonly #variables: Variable[] = [];
  /** Names that this block refers to although it does not declare them: they can no longer be shadowed in it. */
  readonly #referred = new Set<string>();
  readonly #isFunction: boolean;
  #hidden: string | undefined;

  constructor(parent?: Scope, isFunction = parent === undefined) {
    this.#parent = parent;
    this.#isFunction = isFunction;
  }

  /** Variables of a type, nearest first, without those that are shadowed. */
  visible(type: VariableType): Variable[] {
    const found: Variable[] = [];
    const names = new Set<string>();
    for (const scope of this.#outwards()) {
      for (const variable of [...scope.#variables].reverse()) {
        if (names.has(variable.name)) continue;
        names.add(variable.name);
        if (variable.type === type) found.push(variable);
      }
      if (scope.#hidden !== undefined) names.add(scope.#hidden);
    }
    return found;
  }

  /** This scope and those around it, the nearest first. */
  *#outwards(): Generator<Scope> {
    yield this;
    if (this.#parent) yield* this.#parent.#outwards();
  }

  refer(variable: Variable): string {
    for (const scope of this.#outwards()) {
      if (scope.#variables.includes(variable)) break;
      scope.#referred.add(variable.name);
    }
    return variable.name;
  }

  declare(variable: Variable): void {
    this.#variables.push(variable);
  }

  /** A `var` belongs to the function. */
  declareInFunction(variable: Variable): void {
    if (this.#isFunction || !this.#parent) this.declare(variable);
    else this.#parent.declareInFunction(variable);
  }

  /** A name of an outer block that may be declared again here, or undefined; not of a `var`, which may stand in this block. */
  shadowable(at: number): string | undefined {
    if (!this.#parent) return undefined;
    const own = new Set(this.#variables.map((variable) => variable.name));
    const names = this.#parent
      .visible('number')
      .map((variable) => variable.name)
      .filter((name) => !name.startsWith('v') && !own.has(name) && !this.#referred.has(name));
    return names[at % Math.max(names.length, 1)];
  }

  /** While an initialiser is written, the name that it initialises is not there: neither the new one nor the outer. */
  hiding<T>(name: string, write: () => T): T {
    this.#hidden = name;
    const result = write();
    this.#hidden = undefined;
    return result;
  }
}
