/** Generated trees as TypeScript that a person can read. */
import type { Assignment, Block, Expression, Extra, Key, Program, Statement } from './grammar.ts';
import { Names, Scope } from './scope.ts';
import type { Variable, VariableType } from './scope.ts';

const header = `// @ts-nocheck: what is generated may be senseless to a type checker; it must only mean the same twice.
import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

class Sum {
  readonly value: number;
  constructor(...numbers: number[]) {
    this.value = sum(numbers);
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

function odd(n: number): number {
  if (n % 2 === 1) throw new Error(\`odd \${n}\`);
  return n;
}

function maybe(n: number): { list: number[] } | null {
  return n % 3 === 0 ? null : { list: [n, n + 1] };
}

export class Generated {
  @activity()
  async give(n: number): Promise<number> {
    return n;
  }

  @activity()
  async pick(n: number): Promise<number> {
    return odd(n);
  }
`;

const footer = `}

export const runs = [[0, 1], [3, 2], [7, -4]].map((args) => ({ method: 'run', args }));
`;

export function render(program: Program): string {
  const names = new Names();
  const usesHelper = JSON.stringify(program.body).includes('"help"');
  const helper = usesHelper
    ? ['', ...method(names, 'async help(a: number): Promise<number>', program.helper, false)]
    : [];
  const run = method(names, 'async run(a: number, b: number): Promise<unknown>', program.body, true);
  return `${header}\n${indented([...helper, '', '@workflow()', ...run]).join('\n')}\n${footer}`;
}

function method(names: Names, head: string, body: Block, isWorkflow: boolean): string[] {
  const scope = new Scope();
  for (const name of isWorkflow ? ['a', 'b'] : ['a'])
    scope.declare({ name, type: 'number', change: 'any', isConstant: false });
  const place: Place = { scope, targets: [], mayAwait: true, mayCallHelper: isWorkflow, constantsOnly: false };
  const lines = new Writer(names, place).statements(body);
  const all = (['number', 'object', 'list'] as const).flatMap((type) => scope.visible(type)).map(({ name }) => name);
  const end = isWorkflow ? `return [${all.join(', ')}];` : `return ${all[0]!};`;
  return [`${head} {`, ...indented([...lines, end]), '}'];
}

interface Target {
  readonly kind: 'loop' | 'switch' | 'block';
  readonly label: string;
  isLabelUsed: boolean;
}

interface Place {
  readonly scope: Scope;
  readonly targets: readonly Target[];
  readonly mayAwait: boolean;
  readonly mayCallHelper: boolean;
  /** Inside a closure that outlives a suspension. */
  readonly constantsOnly: boolean;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

class Writer {
  readonly #names: Names;
  readonly #place: Place;

  constructor(names: Names, place: Place) {
    this.#names = names;
    this.#place = place;
  }

  // ---- statements ---------------------------------------------------------------------------------------------------

  statements(block: Block): string[] {
    return block.flatMap((statement) => this.#statement(statement));
  }

  /** A block in its own scope, without its braces. */
  #inner(block: Block, change: Partial<Place> = {}, declared: readonly Variable[] = []): string[] {
    const scope = new Scope(this.#place.scope);
    for (const variable of declared) scope.declare(variable);
    return new Writer(this.#names, { ...this.#place, scope, ...change }).statements(block);
  }

  #statement(statement: Statement): string[] {
    switch (statement.is) {
      case 'number':
        return [this.#number(statement)];
      case 'object':
        return [this.#declare('object', 'o', `{ ${this.#properties(statement.items)} }`)];
      case 'list':
        return [this.#declare('list', 'xs', `[${this.#all(statement.items)}]`)];
      case 'alias': {
        const original = this.#choose(statement.of, statement.at);
        return original ? [this.#declare(statement.of, 'same', original)] : [];
      }
      case 'destructure':
        return this.#destructure(statement);
      case 'expression':
        return [`${this.#statementExpression(statement.value)};`];
      case 'push': {
        const list = this.#choose('list', statement.at);
        return list ? [`if (${list}.length < 6) ${list}.push(${this.#expression(statement.value)});`] : [];
      }
      case 'delete': {
        const object = this.#choose('object', statement.at);
        return object ? [`delete ${object}.${statement.key};`] : [];
      }
      case 'sleep':
        return [
          this.#place.mayAwait ? `await sleep(${this.#expression(statement.value)} & 63);` : `host.note('no sleep');`,
        ];
      case 'if':
        return this.#if(statement);
      case 'for':
        return this.#for(statement);
      case 'while':
      case 'do':
        return this.#while(statement);
      case 'forOf':
        return this.#forOf(statement);
      case 'forIn':
        return this.#forIn(statement);
      case 'switch':
        return this.#switch(statement);
      case 'try':
        return this.#try(statement);
      case 'labelled':
        return this.#targeted('block', (targets) => ['{', ...indented(this.#inner(statement.body, { targets })), '}']);
      case 'block':
        return ['{', ...indented(this.#inner(statement.body)), '}'];
      case 'jump':
        return this.#jump(statement);
      case 'return':
        return [`if (${this.#expression(statement.test)}) return ${this.#expression(statement.value)};`];
      case 'throw':
        return [
          `if (${this.#expression(statement.test)}) throw new RangeError(\`thrown \${${this.#expression(statement.value)}}\`);`,
        ];
      case 'closure':
        return this.#closure(statement);
      default:
        return this.#extra(statement);
    }
  }

  #extra(statement: Extra): string[] {
    switch (statement.is) {
      case 'early': {
        const name = this.#names.fresh('n');
        const lines = [
          `try { host.note('early', ${name}); } catch (dead) { host.note((dead as Error).name); }`,
          '{',
          ...indented(this.#inner(statement.body)),
          '}',
          `let ${name} = ${this.#expression(statement.value)};`,
          `host.note('in time', ${name});`,
        ];
        return ['{', ...indented(lines), '}'];
      }
      case 'hoisted': {
        const name = this.#names.fresh('h');
        const scope = new Scope(this.#place.scope, true);
        scope.declare({ name: `${name}x`, type: 'number', change: 'any', isConstant: false });
        const body = new Writer(this.#names, { ...this.#place, scope, targets: [], mayAwait: false }).#expression(
          statement.body,
        );
        const call = `host.note('hoisted', ${name}(${this.#expression(statement.argument)}));`;
        const own = `function ${name}(${name}x: number): number { return ${body}; }`;
        return ['{', ...indented([call, '{', ...indented(this.#inner(statement.between)), '}', own, call]), '}'];
      }
      case 'forMany':
        return this.#forMany(statement);
      case 'forInto': {
        const object = this.#choose('object', statement.at);
        if (!object) return [];
        const head = `for (${object}.${statement.key} of [${this.#all(statement.items)}]) {`;
        return this.#targeted('loop', (targets) => [head, ...indented(this.#inner(statement.body, { targets })), '}']);
      }
      case 'cases':
        return this.#cases(statement);
      case 'caught': {
        const name = this.#names.fresh('y');
        const size: Variable = { name, type: 'number', change: 'any', isConstant: false };
        return [
          'try {',
          `  throw { p: ${this.#expression(statement.value)} };`,
          `} catch ({ p: ${name}, q: ${name}q = ${this.#expression(statement.value)} }: any) {`,
          ...indented(this.#inner(statement.body, {}, [size])),
          `  host.note('caught', ${name} + ${name}q);`,
          '}',
        ];
      }
    }
  }

  #forMany({ start, step, body }: Extra & { is: 'forMany' }): string[] {
    const name = this.#names.fresh('i');
    const first = this.#names.fresh('first');
    const counter: Variable = { name, type: 'number', change: 'up', isConstant: false };
    const function_: Variable = { name: first, type: 'function', change: 'no', isConstant: true };
    const inner = this.#with([counter, function_]);
    const from = `(${this.#expression(start)} & 1)`;
    const by = `${inner.#expression(step)} & 1`;
    return this.#targeted('loop', (targets) => [
      `for (let ${name} = ${from}, ${first} = (x: number) => x + ${name}; ${name} < 3; ${name} += 1 + (${by})) {`,
      ...indented(this.#inner(body, { targets }, [counter, function_])),
      `  host.note('first', ${first}(0));`,
      '}',
    ]);
  }

  #cases({ on, values, between }: Extra & { is: 'cases' }): string[] {
    const value = this.#expression(on);
    return this.#targeted('switch', (targets) => {
      const scope = new Scope(this.#place.scope);
      const writer = new Writer(this.#names, { ...this.#place, scope, targets });
      const lines = [`switch (${value} & 3) {`];
      for (const [index, each] of values.entries()) {
        const name = this.#names.fresh('z');
        lines.push(`  case ${index}:`, `    let ${name} = ${writer.#expression(each)};`);
        scope.declare({ name, type: 'number', change: 'any', isConstant: false });
        const inside = writer.#inner(index === 0 ? between : []);
        lines.push('  {', ...indented(indented(inside)), '  }', `    host.note('case', ${name});`);
      }
      return [...lines, '}'];
    });
  }

  #statementExpression(expression: Expression): string {
    const text = this.#expression(expression);
    return /^\(?[{[`]|^\(?function/.test(text) ? `void ${text}` : text;
  }

  #number({ keyword, shadows, value }: Statement & { is: 'number' }): string {
    const { scope } = this.#place;
    const shadowed = shadows && keyword !== 'var' ? scope.shadowable(1) : undefined;
    const name = shadowed ?? this.#names.fresh(keyword === 'var' ? 'v' : keyword === 'let' ? 'n' : 'c');
    const text = scope.hiding(name, () => this.#expression(value));
    const variable = {
      name,
      type: 'number',
      change: keyword === 'const' ? 'no' : 'any',
      isConstant: keyword === 'const',
    } as const;
    if (keyword === 'var') scope.declareInFunction(variable);
    else scope.declare(variable);
    return `${keyword} ${name} = ${text};`;
  }

  #declare(type: VariableType, prefix: string, value: string): string {
    const name = this.#names.fresh(prefix);
    this.#place.scope.declare({ name, type, change: 'no', isConstant: true });
    const annotation = type === 'object' ? ': Record<string, number>' : ': number[]';
    return `const ${name}${annotation} = ${value};`;
  }

  #destructure({ pattern, items, at }: Statement & { is: 'destructure' }): string[] {
    const first = this.#expression(items[0]!);
    const second = this.#expression(items[1] ?? { is: 'variable', at });
    const object = this.#choose('object', at) ?? `{ p: ${first} } as Record<string, number>`;
    const list = this.#choose('list', at) ?? `[${first}, 5]`;
    switch (pattern) {
      case 'array':
        return [`let [${this.#fresh()}, , ${this.#fresh()} = ${second}] = [${first}, 4, undefined];`];
      case 'object':
        return [`let { p: ${this.#fresh()}, q: ${this.#fresh()} = ${second} } = ${object};`];
      case 'default': {
        const line = `let { p: ${this.#fresh()} = ${first}, ...${this.#fresh('rest', 'object')} } = ${object};`;
        return [line];
      }
      case 'rest':
        return [`let [${this.#fresh()} = ${second}, ...${this.#fresh('more', 'list')}] = ${list};`];
      case 'swap': {
        const [x, y] = [this.#changeable(at), this.#changeable(at + 1)];
        return x && y && x !== y ? [`[${x}, ${y} = ${second}] = [${y}, ${first}];`] : [];
      }
    }
  }

  #fresh(prefix = 'd', type: VariableType = 'number'): string {
    const name = this.#names.fresh(prefix);
    const change = type === 'number' ? 'any' : 'no';
    this.#place.scope.declare({ name, type, change, isConstant: false });
    return name;
  }

  #if(statement: Statement & { is: 'if' }): string[] {
    const lines = [`if (${this.#expression(statement.test)}) {`, ...indented(this.#inner(statement.then))];
    if (!statement.else) return [...lines, '}'];
    return [...lines, '} else {', ...indented(this.#inner(statement.else)), '}'];
  }

  /** A statement that jumps may aim at; its label is written where one does. */
  #targeted(kind: Target['kind'], write: (targets: readonly Target[]) => string[], label = false): string[] {
    const target: Target = { kind, label: this.#names.fresh('L'), isLabelUsed: label || kind === 'block' };
    const [first, ...rest] = write([...this.#place.targets, target]);
    return [target.isLabelUsed ? `${target.label}: ${first!}` : first!, ...rest];
  }

  #for({ rounds, test, body, label, captured }: Statement & { is: 'for' }): string[] {
    const name = this.#names.fresh('i');
    const counter: Variable = { name, type: 'number', change: 'up', isConstant: false };
    const more = test ? ` && ${this.#with([counter]).#expression(test)}` : '';
    const read = this.#names.fresh('read');
    return this.#targeted(
      'loop',
      (targets) => [
        `for (let ${name} = 0; ${name} < ${rounds}${more}; ${name}++) {`,
        ...(captured ? [`  const ${read} = () => ${name};`, `  host.note('captured', ${read}());`] : []),
        ...indented(this.#inner(body, { targets }, [counter])),
        ...(captured ? [`  host.note('captured', ${read}());`] : []),
        '}',
      ],
      label,
    );
  }

  #with(variables: readonly Variable[]): Writer {
    const scope = new Scope(this.#place.scope);
    for (const variable of variables) scope.declare(variable);
    return new Writer(this.#names, { ...this.#place, scope });
  }

  #while({ is, rounds, test, body, label }: Statement & { is: 'while' | 'do' }): string[] {
    const name = this.#names.fresh('k');
    this.#place.scope.declare({ name, type: 'number', change: 'up', isConstant: false });
    const condition = `${name}++ < ${rounds} && ${this.#expression(test)}`;
    const loop = (targets: readonly Target[]) => {
      const lines = indented(this.#inner(body, { targets }));
      return is === 'do' ? ['do {', ...lines, `} while (${condition});`] : [`while (${condition}) {`, ...lines, '}'];
    };
    return [`let ${name} = 0;`, ...this.#targeted('loop', loop, label)];
  }

  #forOf({ over, at, items, body, label }: Statement & { is: 'forOf' }): string[] {
    const x = this.#names.fresh('x');
    const item: Variable = { name: x, type: 'number', change: 'any', isConstant: false };
    const list = over === 'list' ? this.#choose('list', at) : undefined;
    const collection = this.#names.fresh('s');
    const guard = this.#names.fresh('g');
    const loop = (head: string, first: string[], last: string[]) =>
      this.#targeted(
        'loop',
        (targets) => [head, ...indented([...first, ...this.#inner(body, { targets }, [item]), ...last]), '}'],
        label,
      );
    switch (over) {
      case 'set':
        return [
          `const ${collection} = new Set<number>([${this.#all(items)}]);`,
          `let ${guard} = 0;`,
          ...loop(
            `for (let ${x} of ${collection}) {`,
            [`if (++${guard} > 4) break;`],
            [`if (${x} % 2 === 0) ${collection}.delete(${x});`, `${collection}.add((${x} + 3) % 7);`],
          ),
        ];
      case 'map':
        return [
          `const ${collection} = new Map<number, number>([${items.map((each, index) => `[${index}, ${this.#expression(each)}]`).join(', ')}]);`,
          `let ${guard} = 0;`,
          ...loop(
            `for (let [${guard}key, ${x}] of ${collection}) {`,
            [`if (++${guard} > 4) break;`, `if (${x} % 3 === 0) ${collection}.delete(${guard}key);`],
            [`${collection}.set((${guard}key * 2 + 1) % 5, ${x} + 1);`],
          ),
        ];
      case 'string':
        return loop(
          `for (const ${x}text of \`\${${this.#all(items.slice(0, 1))}}é😀\`) {`,
          [`let ${x} = ${x}text.length;`],
          [],
        );
      default:
        return loop(`for (let ${x} of ${list ?? `[${this.#all(items)}]`}) {`, [], []);
    }
  }

  #forIn({ at, body, label }: Statement & { is: 'forIn' }): string[] {
    const object = this.#choose('object', at) ?? `{ p: 1, q: 2 } as Record<string, number>`;
    const x = this.#names.fresh('x');
    const item: Variable = { name: x, type: 'number', change: 'any', isConstant: false };
    return this.#targeted(
      'loop',
      (targets) => [
        `for (const ${x}key in ${object}) {`,
        `  let ${x} = ${x}key.charCodeAt(0);`,
        ...indented(this.#inner(body, { targets }, [item])),
        '}',
      ],
      label,
    );
  }

  #switch({ on, cases }: Statement & { is: 'switch' }): string[] {
    const value = this.#expression(on);
    let hasDefault = false;
    return this.#targeted('switch', (targets) => {
      const lines = [`switch (${value}) {`];
      for (const [index, each] of cases.entries()) {
        const isDefault = each.test === null && !hasDefault;
        hasDefault ||= isDefault;
        const test = each.test ?? ({ is: 'literal', value: index } as const);
        lines.push(isDefault ? '  default:' : `  case ${tested(this.#expression(test))}:`);
        // Braces keep each case's names apart; what falls through is not hindered by them.
        lines.push('  {', ...indented(indented(this.#inner(each.body, { targets }))), '  }');
        if (each.breaks) lines.push('    break;');
      }
      return [...lines, '}'];
    });
  }

  #try({ body, handler, finalizer }: Statement & { is: 'try' }): string[] {
    const lines = ['try {', ...indented(this.#inner(body)), '}'];
    const error = this.#names.fresh('e');
    const size: Variable = { name: `${error}size`, type: 'number', change: 'any', isConstant: false };
    if (handler || !finalizer) {
      lines.push(`catch (${error}) {`, `  let ${size.name} = (${error} as Error).message.length;`);
      lines.push(...indented(this.#inner(handler ?? [], {}, [size])), '}');
    }
    if (finalizer) lines.push('finally {', ...indented(this.#inner(finalizer)), '}');
    return lines;
  }

  #jump({ kind, at, test }: Statement & { is: 'jump' }): string[] {
    const { targets } = this.#place;
    const possible = targets.filter((target) => kind === 'break' || target.kind === 'loop');
    if (possible.length === 0) return [];
    const target = possible[at % possible.length]!;
    const nearest = targets.findLast((each) => each.kind === 'loop' || (kind === 'break' && each.kind === 'switch'));
    const needsLabel = target !== nearest;
    if (needsLabel) target.isLabelUsed = true;
    const jump = needsLabel ? `${kind} ${target.label};` : `${kind};`;
    return [test ? `if (${this.#expression(test)}) ${jump}` : jump];
  }

  /** With `writes` it may change what it captures. It stays callable, also after suspensions. */
  #closure({ writes, body, arguments: given }: Statement & { is: 'closure' }): string[] {
    const name = this.#names.fresh('f');
    const parameter: Variable = { name: `${name}x`, type: 'number', change: 'any', isConstant: true };
    const inner = new Scope(this.#place.scope, true);
    inner.declare(parameter);
    const place: Place = { ...this.#place, scope: inner, targets: [], mayAwait: false, constantsOnly: !writes };
    const text = new Writer(this.#names, place).#expression(body);
    this.#place.scope.declare({ name, type: 'function', change: 'no', isConstant: true });
    const calls = given.map((argument) => `${name}(${this.#expression(argument)})`);
    return [
      `const ${name} = (${parameter.name}: number) => ${text.startsWith('{') ? `(${text})` : text};`,
      `host.note('closure', ${calls.join(' + ')});`,
    ];
  }

  #sync(): Writer {
    return new Writer(this.#names, { ...this.#place, targets: [], mayAwait: false });
  }

  // ---- expressions --------------------------------------------------------------------------------------------------

  #all(expressions: readonly Expression[]): string {
    return expressions.map((each) => this.#expression(each)).join(', ');
  }

  #properties(items: readonly Expression[]): string {
    return items.map((each, index) => `${'pqr'[index]!}: ${this.#expression(each)}`).join(', ');
  }

  /** A counter of a loop only rises. */
  #update({ at, form }: Expression & { is: 'update' }): string {
    const { scope, constantsOnly } = this.#place;
    const visible = scope.visible('number').filter(({ change }) => change !== 'no' && !constantsOnly);
    const variable = visible[at % Math.max(visible.length, 1)];
    if (!variable) return '1';
    return updated(scope.refer(variable), variable.change === 'up' ? form.replace('--', '++') : form);
  }

  #choose(type: VariableType, at: number): string | undefined {
    const { scope, constantsOnly } = this.#place;
    const visible = scope.visible(type).filter((variable) => !constantsOnly || variable.isConstant);
    const variable = visible[at % Math.max(visible.length, 1)];
    return variable && scope.refer(variable);
  }

  #changeable(at: number): string | undefined {
    const { scope, constantsOnly } = this.#place;
    if (constantsOnly) return undefined;
    const visible = scope.visible('number').filter(({ change }) => change === 'any');
    const variable = visible[at % Math.max(visible.length, 1)];
    return variable && scope.refer(variable);
  }

  #expression(expression: Expression): string {
    switch (expression.is) {
      case 'literal':
        return expression.value < 0 ? `(${expression.value})` : String(expression.value);
      case 'variable':
        return this.#choose('number', expression.at) ?? '1';
      case 'member':
        return this.#onObject(expression.at, (object) => `${object}.${expression.key}`);
      case 'item':
        return this.#onList(expression.at, (list) => `${list}[${this.#index(expression.index)}]`);
      case 'length':
        return this.#onList(expression.at, (list) => `${list}.length`);
      case 'binary':
        return this.#binary(expression);
      case 'logical':
        return `(${this.#expression(expression.left)} ${expression.operator} ${this.#expression(expression.right)})`;
      case 'conditional':
        return `(${this.#expression(expression.test)} ? ${this.#expression(expression.then)} : ${this.#expression(expression.else)})`;
      case 'comma':
        return `(${this.#expression(expression.left)}, ${this.#expression(expression.right)})`;
      case 'unary':
        return expression.operator === '!'
          ? `Number(!${this.#expression(expression.operand)})`
          : `(${expression.operator}${this.#expression(expression.operand)})`;
      case 'assign': {
        const name = this.#changeable(expression.at);
        return name ? this.#assign(name, expression) : this.#expression(expression.value);
      }
      case 'assignMember':
        return this.#onObject(expression.at, (object) => this.#assign(`${object}.${expression.key}`, expression));
      case 'assignItem':
        return this.#onList(expression.at, (list) =>
          this.#assign(`${list}[${this.#index(expression.index)}]`, expression),
        );
      case 'update':
        return this.#update(expression);
      case 'updateMember':
        return this.#onObject(expression.at, (object) => updated(`${object}.${expression.key}`, expression.form));
      case 'updateItem':
        return this.#onList(expression.at, (list) => `${list}[${this.#index(expression.index)}]++`);
      case 'give':
        return this.#place.mayAwait
          ? this.#awaited('give', expression.value)
          : this.#note('no await', expression.value);
      case 'pick':
        return this.#place.mayAwait
          ? this.#awaited('pick', expression.value)
          : `odd(${this.#expression(expression.value)})`;
      case 'note':
        return this.#note('seen', expression.value);
      case 'template':
        return `\`${expression.parts.map((part) => `\${${this.#expression(part)}}`).join('-')}\`.length`;
      case 'max':
        return `Math.max(${this.#spread(expression.items, expression.spread)})`;
      case 'array':
        return `[${this.#spread(expression.items, expression.spread)}][1]`;
      case 'object': {
        const object = this.#choose('object', expression.spread);
        return `({ ${object ? `...${object}, ` : ''}${this.#properties(expression.items)} }).p`;
      }
      case 'new':
        return `new Sum(${this.#all(expression.items)}).value`;
      case 'optional': {
        const variable = this.#choose('number', expression.at) ?? '1';
        return `(maybe(${variable})?.list[${this.#index(expression.argument)}] ?? 0)`;
      }
      case 'call': {
        const called = this.#choose('function', expression.at);
        const argument = this.#expression(expression.argument);
        return called ? `${called}(${argument})` : argument;
      }
      case 'help':
        return this.#place.mayAwait && this.#place.mayCallHelper
          ? this.#awaited('help', expression.value)
          : this.#note('no help', expression.value);
      case 'group':
        return this.#group(expression);
      case 'inline':
        return this.#place.mayAwait
          ? `(await Promise.resolve(${this.#expression(expression.value)}))`
          : this.#expression(expression.value);
      case 'has':
        return this.#onObject(expression.at, (object) => `Number('${expression.key}' in ${object})`);
      case 'getter': {
        const own = this.#sync().#expression(expression.value);
        return `({ get p() { return host.note('get', ${own}); }, q: ${this.#expression(expression.other)} }).p`;
      }
      case 'mapped':
        return this.#mapped(expression);
      case 'called':
        return this.#called(expression);
    }
  }

  #binary({ operator, left, right }: Expression & { is: 'binary' }): string {
    const text = `${this.#expression(left)} ${operator} ${this.#expression(right)}`;
    return /[<>=]/.test(operator) ? `Number(${text})` : `(${text})`;
  }

  #onObject(at: number, write: (object: string) => string): string {
    const object = this.#choose('object', at);
    return object ? write(object) : '1';
  }

  #onList(at: number, write: (list: string) => string): string {
    const list = this.#choose('list', at);
    return list ? write(list) : '1';
  }

  /** 0 to 3, whatever the number: an array with other properties could not travel. */
  #index(index: Expression): string {
    return `${this.#expression(index)} & 3`;
  }

  #assign(target: string, { operator, value }: { operator: Assignment; value: Expression }): string {
    if (this.#place.constantsOnly) return this.#expression(value);
    return `(${target} ${operator} ${this.#expression(value)})`;
  }

  #awaited(method: 'give' | 'pick' | 'help', value: Expression): string {
    return `(await this.${method}(${this.#expression(value)}))`;
  }

  #group({ of, ats }: Expression & { is: 'group' }): string {
    const given = ats.map((at) => this.#choose('number', at) ?? String(at));
    const mayHelp = of === 'helpers' && this.#place.mayCallHelper;
    if (!this.#place.mayAwait) return `sum([${given.join(', ')}])`;
    const calls = given.map((name, index) => {
      if (index % 3 === 2) return name;
      if (mayHelp) return `this.help(${name})`;
      return of === 'settled' ? `this.pick(${name})` : `this.give(${name})`;
    });
    if (of === 'mapped')
      return `sum(await Promise.all([${given.join(', ')}].map((each, index) => this.give(each + index))))`;
    if (of === 'all') return `sum(await Promise.all([${calls.join(', ')}]))`;
    return `(await Promise.allSettled([${calls.join(', ')}])).filter(({ status }) => status === 'fulfilled').length`;
  }

  #note(name: string, value: Expression): string {
    return `host.note('${name}', ${this.#expression(value)})`;
  }

  #spread(items: readonly Expression[], at: number): string {
    const list = this.#choose('list', at);
    const texts = items.map((each) => this.#expression(each));
    if (list) texts.splice(1, 0, `...${list}`);
    return texts.join(', ');
  }

  #mapped({ at, body }: Expression & { is: 'mapped' }): string {
    const list = this.#choose('list', at) ?? '[1, 2]';
    const name = this.#names.fresh('m');
    const scope = new Scope(this.#place.scope, true);
    scope.declare({ name, type: 'number', change: 'any', isConstant: false });
    const text = new Writer(this.#names, { ...this.#place, scope, targets: [], mayAwait: false }).#expression(body);
    return `sum(${list}.map((${name}) => ${text.startsWith('{') ? `(${text})` : text}))`;
  }

  #called({ body, value }: Expression & { is: 'called' }): string {
    const scope = new Scope(this.#place.scope, true);
    const writer = new Writer(this.#names, { ...this.#place, scope, targets: [], mayAwait: false });
    const lines = this.#place.constantsOnly ? [] : writer.statements(body);
    return `(() => { ${[...lines, `return ${writer.#expression(value)};`].join(' ')} })()`;
  }
}

function updated(target: string, form: string): string {
  return form.startsWith('x') ? `${target}${form.slice(1)}` : `(${form.slice(0, 2)}${target})`;
}

export type { Key };

/** `case (a = 1): { … }` would be read as the parameters of an arrow and its type. */
function tested(text: string): string {
  return text.startsWith('(') ? `(0, ${text})` : text;
}
