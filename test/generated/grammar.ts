/**
 * Programs as trees that know no names: a variable is "the n-th that is visible here", a jump "the n-th target around
 * here". So every tree is a program, every smaller tree too, and fast-check can shrink without knowing about scopes;
 * `render.ts` gives the names.
 */
import fc from 'fast-check';

export type Operator = '+' | '-' | '*' | '%' | '&' | '|' | '<' | '>=' | '===' | '!==';
export type Logical = '&&' | '||' | '??';
export type Assignment = '=' | '+=' | '-=' | '*=' | '??=' | '||=' | '&&=';
export type Key = 'p' | 'q' | 'r';

/** All expressions are numbers, so that every one fits everywhere. */
export type Expression =
  | { readonly is: 'literal'; readonly value: number }
  | { readonly is: 'variable'; readonly at: number }
  | { readonly is: 'member'; readonly at: number; readonly key: Key }
  | { readonly is: 'item'; readonly at: number; readonly index: Expression }
  | { readonly is: 'length'; readonly at: number }
  | { readonly is: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly is: 'logical'; readonly operator: Logical; readonly left: Expression; readonly right: Expression }
  | { readonly is: 'conditional'; readonly test: Expression; readonly then: Expression; readonly else: Expression }
  | { readonly is: 'comma'; readonly left: Expression; readonly right: Expression }
  | { readonly is: 'unary'; readonly operator: '-' | '~' | '!'; readonly operand: Expression }
  | { readonly is: 'assign'; readonly at: number; readonly operator: Assignment; readonly value: Expression }
  | {
      readonly is: 'assignMember';
      readonly at: number;
      readonly key: Key;
      readonly operator: Assignment;
      readonly value: Expression;
    }
  | {
      readonly is: 'assignItem';
      readonly at: number;
      readonly index: Expression;
      readonly operator: Assignment;
      readonly value: Expression;
    }
  | { readonly is: 'update'; readonly at: number; readonly form: '++x' | 'x++' | '--x' | 'x--' }
  | { readonly is: 'updateMember'; readonly at: number; readonly key: Key; readonly form: '++x' | 'x++' }
  | { readonly is: 'updateItem'; readonly at: number; readonly index: Expression }
  | { readonly is: 'give'; readonly value: Expression }
  | { readonly is: 'pick'; readonly value: Expression }
  | { readonly is: 'note'; readonly value: Expression }
  | { readonly is: 'template'; readonly parts: readonly Expression[] }
  | { readonly is: 'max'; readonly items: readonly Expression[]; readonly spread: number }
  | { readonly is: 'array'; readonly items: readonly Expression[]; readonly spread: number }
  | { readonly is: 'object'; readonly items: readonly Expression[]; readonly spread: number }
  | { readonly is: 'new'; readonly items: readonly Expression[] }
  | { readonly is: 'optional'; readonly at: number; readonly argument: Expression }
  | { readonly is: 'call'; readonly at: number; readonly argument: Expression }
  | { readonly is: 'help'; readonly value: Expression }
  /**
   * Branches side by side. What they are given is read and not computed: where that throws, plain code has begun the
   * branches before it, and here none has begun.
   */
  | { readonly is: 'group'; readonly of: 'all' | 'settled' | 'mapped' | 'helpers'; readonly ats: readonly number[] }
  | { readonly is: 'inline'; readonly value: Expression }
  | { readonly is: 'has'; readonly at: number; readonly key: Key }
  | { readonly is: 'getter'; readonly value: Expression; readonly other: Expression }
  | { readonly is: 'mapped'; readonly at: number; readonly body: Expression }
  | { readonly is: 'called'; readonly body: readonly Statement[]; readonly value: Expression };

export type Block = readonly Statement[];

export type Pattern = 'array' | 'object' | 'default' | 'rest' | 'swap';

export type Statement =
  | {
      readonly is: 'number';
      readonly keyword: 'const' | 'let' | 'var';
      readonly shadows: boolean;
      readonly value: Expression;
    }
  | { readonly is: 'object'; readonly items: readonly Expression[] }
  | { readonly is: 'list'; readonly items: readonly Expression[] }
  | { readonly is: 'alias'; readonly at: number; readonly of: 'object' | 'list' }
  | {
      readonly is: 'destructure';
      readonly pattern: Pattern;
      readonly items: readonly Expression[];
      readonly at: number;
    }
  | { readonly is: 'expression'; readonly value: Expression }
  | { readonly is: 'push'; readonly at: number; readonly value: Expression }
  | { readonly is: 'delete'; readonly at: number; readonly key: Key }
  | { readonly is: 'sleep'; readonly value: Expression }
  | { readonly is: 'if'; readonly test: Expression; readonly then: Block; readonly else: Block | null }
  | {
      readonly is: 'for';
      readonly rounds: number;
      readonly test: Expression | null;
      readonly body: Block;
      readonly label: boolean;
      readonly captured: boolean;
    }
  | {
      readonly is: 'while';
      readonly rounds: number;
      readonly test: Expression;
      readonly body: Block;
      readonly label: boolean;
    }
  | {
      readonly is: 'do';
      readonly rounds: number;
      readonly test: Expression;
      readonly body: Block;
      readonly label: boolean;
    }
  | {
      readonly is: 'forOf';
      readonly over: 'list' | 'literal' | 'string' | 'set' | 'map';
      readonly at: number;
      readonly items: readonly Expression[];
      readonly body: Block;
      readonly label: boolean;
    }
  | { readonly is: 'forIn'; readonly at: number; readonly body: Block; readonly label: boolean }
  | {
      readonly is: 'switch';
      readonly on: Expression;
      readonly cases: readonly { readonly test: Expression | null; readonly body: Block; readonly breaks: boolean }[];
    }
  | { readonly is: 'try'; readonly body: Block; readonly handler: Block | null; readonly finalizer: Block | null }
  | { readonly is: 'labelled'; readonly body: Block }
  | { readonly is: 'block'; readonly body: Block }
  | { readonly is: 'jump'; readonly kind: 'break' | 'continue'; readonly at: number; readonly test: Expression | null }
  | { readonly is: 'return'; readonly test: Expression; readonly value: Expression }
  | { readonly is: 'throw'; readonly test: Expression; readonly value: Expression }
  | Extra
  | {
      readonly is: 'closure';
      readonly writes: boolean;
      readonly body: Expression;
      readonly arguments: readonly Expression[];
    };

export type Extra =
  /** Reads a variable before its declaration, which the program survives. */
  | { readonly is: 'early'; readonly body: Block; readonly value: Expression }
  | { readonly is: 'hoisted'; readonly body: Expression; readonly argument: Expression; readonly between: Block }
  /** `for` with several variables, one of them a closure over the first binding. */
  | { readonly is: 'forMany'; readonly start: Expression; readonly step: Expression; readonly body: Block }
  | {
      readonly is: 'forInto';
      readonly at: number;
      readonly key: Key;
      readonly items: readonly Expression[];
      readonly body: Block;
    }
  /** Cases that share one scope, so that a jump may pass a declaration by. */
  | { readonly is: 'cases'; readonly on: Expression; readonly values: readonly Expression[]; readonly between: Block }
  | { readonly is: 'caught'; readonly value: Expression; readonly body: Block };

export interface Program {
  readonly body: Block;
  /** Of a method that suspends and is called by the workflow. */
  readonly helper: Block;
}

const index = fc.nat({ max: 7 });
const key = fc.constantFrom<Key>('p', 'q', 'r');
const assignment = fc.constantFrom<Assignment>('=', '+=', '-=', '*=', '??=', '||=', '&&=');

const { statement } = fc.letrec<{ expression: Expression; statement: Statement; block: Block }>((tie) => {
  const expression = tie('expression');
  const block = tie('block');
  const items = fc.array(expression, { minLength: 1, maxLength: 3 });
  const maybe = fc.option(expression, { freq: 2 });
  const rounds = fc.integer({ min: 0, max: 3 });
  const label = fc.boolean();

  const leaves = [
    {
      weight: 3,
      arbitrary: fc.record({ is: fc.constant('literal' as const), value: fc.integer({ min: -2, max: 9 }) }),
    },
    { weight: 6, arbitrary: fc.record({ is: fc.constant('variable' as const), at: index }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('member' as const), at: index, key }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('length' as const), at: index }) },
  ];
  const small = [
    {
      weight: 5,
      arbitrary: fc.record({
        is: fc.constant('binary' as const),
        operator: fc.constantFrom<Operator>('+', '-', '*', '%', '&', '|', '<', '>=', '===', '!=='),
        left: expression,
        right: expression,
      }),
    },
    { weight: 9, arbitrary: fc.record({ is: fc.constant('give' as const), value: expression }) },
    { weight: 4, arbitrary: fc.record({ is: fc.constant('pick' as const), value: expression }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('note' as const), value: expression }) },
    {
      weight: 3,
      arbitrary: fc.record({ is: fc.constant('assign' as const), at: index, operator: assignment, value: expression }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('assignMember' as const),
        at: index,
        key,
        operator: assignment,
        value: expression,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('assignItem' as const),
        at: index,
        index: expression,
        operator: assignment,
        value: expression,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('update' as const),
        at: index,
        form: fc.constantFrom('++x', 'x++', '--x', 'x--'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('updateMember' as const),
        at: index,
        key,
        form: fc.constantFrom('++x', 'x++'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('updateItem' as const), at: index, index: expression }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('item' as const), at: index, index: expression }) },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('logical' as const),
        operator: fc.constantFrom<Logical>('&&', '||', '??'),
        left: expression,
        right: expression,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('conditional' as const),
        test: expression,
        then: expression,
        else: expression,
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('comma' as const), left: expression, right: expression }) },
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('unary' as const),
        operator: fc.constantFrom('-', '~', '!'),
        operand: expression,
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('template' as const), parts: items }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('max' as const), items, spread: index }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('array' as const), items, spread: index }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('object' as const), items, spread: index }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('new' as const), items }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('optional' as const), at: index, argument: expression }) },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('call' as const), at: index, argument: expression }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('help' as const), value: expression }) },
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('group' as const),
        of: fc.constantFrom('all', 'settled', 'mapped', 'helpers'),
        ats: fc.array(index, { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('inline' as const), value: expression }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('has' as const), at: index, key }) },
    {
      weight: 1,
      arbitrary: fc.record({ is: fc.constant('getter' as const), value: expression, other: expression }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('mapped' as const), at: index, body: expression }) },
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('called' as const),
        body: fc.array(tie('statement'), { maxLength: 2 }),
        value: expression,
      }),
    },
  ];

  const simple = [
    {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant('number' as const),
        keyword: fc.constantFrom('const', 'let', 'var'),
        shadows: fc.boolean(),
        value: expression,
      }),
    },
    { weight: 5, arbitrary: fc.record({ is: fc.constant('expression' as const), value: expression }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('sleep' as const), value: expression }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('object' as const), items }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('list' as const), items }) },
    {
      weight: 1,
      arbitrary: fc.record({ is: fc.constant('alias' as const), at: index, of: fc.constantFrom('object', 'list') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('destructure' as const),
        pattern: fc.constantFrom<Pattern>('array', 'object', 'default', 'rest', 'swap'),
        items,
        at: index,
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('push' as const), at: index, value: expression }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('delete' as const), at: index, key }) },
    {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant('jump' as const),
        kind: fc.constantFrom('break', 'continue'),
        at: index,
        test: maybe,
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('return' as const), test: expression, value: expression }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('throw' as const), test: expression, value: expression }) },
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('closure' as const),
        writes: fc.boolean(),
        body: expression,
        arguments: items,
      }),
    },
  ];
  const switchCase = fc.record({ test: maybe, body: block, breaks: fc.boolean() });
  const extra = [
    { weight: 1, arbitrary: fc.record({ is: fc.constant('early' as const), body: block, value: expression }) },
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('hoisted' as const),
        body: expression,
        argument: expression,
        between: block,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ is: fc.constant('forMany' as const), start: expression, step: expression, body: block }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ is: fc.constant('forInto' as const), at: index, key, items, body: block }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ is: fc.constant('cases' as const), on: expression, values: items, between: block }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('caught' as const), value: expression, body: block }) },
  ];
  const nested = [
    {
      weight: 4,
      arbitrary: fc.record({ is: fc.constant('if' as const), test: expression, then: block, else: fc.option(block) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        is: fc.constant('for' as const),
        rounds,
        test: maybe,
        body: block,
        label,
        captured: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ is: fc.constant('while' as const), rounds, test: expression, body: block, label }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ is: fc.constant('do' as const), rounds, test: expression, body: block, label }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant('forOf' as const),
        over: fc.constantFrom('list', 'literal', 'string', 'set', 'map'),
        at: index,
        items,
        body: block,
        label,
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('forIn' as const), at: index, body: block, label }) },
    {
      weight: 3,
      arbitrary: fc.record({
        is: fc.constant('switch' as const),
        on: expression,
        cases: fc.array(switchCase, { maxLength: 4 }),
      }),
    },
    {
      weight: 7,
      arbitrary: fc.record({
        is: fc.constant('try' as const),
        body: block,
        handler: fc.option(block, { freq: 3 }),
        finalizer: fc.option(block, { freq: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('labelled' as const), body: block }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('block' as const), body: block }) },
  ];
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true, depthIdentifier: 'expression' },
      ...leaves,
      ...small,
    ),
    statement: fc.oneof(
      { maxDepth: 3, depthSize: 'small', depthIdentifier: 'statement' },
      ...simple,
      ...nested,
      ...extra,
    ),
    block: fc.array(tie('statement'), { minLength: 1, maxLength: 3, depthIdentifier: 'statement' }),
  };
});

export const program: fc.Arbitrary<Program> = fc.record({
  body: fc.array(statement, { minLength: 2, maxLength: 5, size: 'max' }),
  helper: fc.array(statement, { minLength: 0, maxLength: 2, size: 'max' }),
});
