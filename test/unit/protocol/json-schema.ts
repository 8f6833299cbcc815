/** Enough of JSON Schema 2020-12 to judge `envelope.schema.json`. A keyword that it does not know is an error, not ignored. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

type Judge = (argument: never, value: unknown, schema: Schema, root: Schema) => boolean;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const types: Record<string, (value: unknown) => boolean> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const judges: Record<string, Judge> = {
  $ref: (path: string, value, _schema, root) => judge(resolve(path, root), value, root),
  type: (type: string | string[], value) => [type].flat().some((each) => types[each]!(value)),
  const: (constant: unknown, value) => value === constant,
  not: (schema: Schema, value, _schema, root) => !judge(schema, value, root),
  allOf: (all: Schema[], value, _schema, root) => all.every((each) => judge(each, value, root)),
  oneOf: (all: Schema[], value, _schema, root) => all.filter((each) => judge(each, value, root)).length === 1,
  if: (condition: Schema, value, schema, root) => {
    const next = judge(condition, value, root) ? schema.then : schema.else;
    return next === undefined || judge(next as Schema, value, root);
  },
  then: () => true,
  else: () => true,
  minimum: (least: number, value) => typeof value !== 'number' || value >= least,
  maximum: (most: number, value) => typeof value !== 'number' || value <= most,
  exclusiveMinimum: (least: number, value) => typeof value !== 'number' || value > least,
  minLength: (least: number, value) => typeof value !== 'string' || [...value].length >= least,
  maxLength: (most: number, value) => typeof value !== 'string' || [...value].length <= most,
  pattern: (pattern: string, value) => typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most: number, value) => !Array.isArray(value) || value.length <= most,
  items: (items: Schema | false, value, schema, root) => {
    const rest = Array.isArray(value) ? value.slice((schema.prefixItems as unknown[] | undefined)?.length ?? 0) : [];
    return rest.every((item) => items !== false && judge(items, item, root));
  },
  prefixItems: (items: Schema[], value, _schema, root) =>
    !Array.isArray(value) || items.every((each, at) => at >= value.length || judge(each, value[at], root)),
  required: (names: string[], value) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
  properties: (properties: Record<string, Schema>, value, _schema, root) =>
    !isObject(value) ||
    Object.keys(properties).every((key) => !Object.hasOwn(value, key) || judge(properties[key]!, value[key], root)),
  additionalProperties: (others: Schema | false, value, schema, root) => {
    if (!isObject(value)) return true;
    const known = Object.keys((schema.properties as object | undefined) ?? {});
    const surplus = Object.keys(value).filter((key) => !known.includes(key));
    return surplus.every((key) => others !== false && judge(others, value[key], root));
  },
};
const annotations = new Set(['$schema', '$id', '$defs', 'title', 'description', '$comment']);

export function matchesSchema(schema: Schema, value: unknown): boolean {
  return judge(schema, value, schema);
}

function judge(schema: Schema, value: unknown, root: Schema): boolean {
  return Object.entries(schema).every(([keyword, argument]) => {
    if (annotations.has(keyword)) return true;
    const known = judges[keyword];
    if (!known) throw new Error(`The schema uses '${keyword}', which this test does not know`);
    return known(argument as never, value, schema, root);
  });
}

function resolve(path: string, root: Schema): Schema {
  return path
    .replace(/^#\//, '')
    .split('/')
    .reduce<Schema>((at, part) => at[part] as Schema, root);
}
