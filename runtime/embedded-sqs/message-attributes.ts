import { invalidParameter, type SqsError } from './errors.ts';
import { findIllegalCharacter, legalCharacterSet } from './legal-characters.ts';
import { md5OfAttributes } from './md5.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';

export interface MessageAttributeValue {
  readonly dataType: string;
  readonly value: string | Uint8Array;
}

/** What a caller sends, in AWS's words. */
export interface MessageAttributeInput {
  readonly DataType?: string | undefined;
  readonly StringValue?: string | undefined;
  readonly BinaryValue?: Uint8Array | undefined;
  readonly StringListValues?: readonly string[] | undefined;
  readonly BinaryListValues?: readonly Uint8Array[] | undefined;
}
export type MessageAttributesInput = ReadonlyMap<string, MessageAttributeInput>;

export interface StoredAttributes {
  readonly values: ReadonlyMap<string, MessageAttributeValue>;
  readonly md5: string;
  /** Names, types and values: they count towards the message's size. */
  readonly bytes: number;
}

const nameBytesMax = 256;
const nameForm = /^[\p{L}\p{N}_.-]+$/u;
const reservedName = /^(aws|amazon)\.|^\.|\.$|\.\./i;
const typeForm = /^(String|Number|Binary)(\..*)?$/s;
/** 38 digits, from 10^-128 to 10^126: the developer guide's range of Number attributes. */
const numberForm = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** Checks a message's user attributes by SQS's rules; undefined where there are none. Throws the refusal. */
export function storeAttributes(input: MessageAttributesInput | undefined): StoredAttributes | undefined {
  if (input === undefined || input.size === 0) return undefined;
  if (input.size > sqsLimits.messageAttributesMax) {
    throw invalidParameter(
      `Number of message attributes [${input.size}] exceeds the allowed maximum [${sqsLimits.messageAttributesMax}].`,
    );
  }
  const values = new Map<string, MessageAttributeValue>();
  for (const [name, attribute] of input) values.set(name, checkAttribute(name, attribute));
  return seal(values);
}

const systemAttributeName = 'AWSTraceHeader';

/** The only system attribute that a sender may set is the X-Ray header. Its bytes do not count. */
export function storeTraceHeader(input: MessageAttributesInput | undefined): StoredAttributes | undefined {
  if (input === undefined || input.size === 0) return undefined;
  for (const [name, attribute] of input) {
    if (name !== systemAttributeName) throw invalidParameter(`Message system attribute name '${name}' is invalid.`);
    if (attribute.DataType !== 'String' || !attribute.StringValue) {
      throw invalidParameter(`Message system attribute '${name}' must contain a non-empty value of type 'String'.`);
    }
  }
  const header = input.get(systemAttributeName)!;
  return seal(new Map([[systemAttributeName, { dataType: 'String', value: header.StringValue! }]]));
}

function seal(values: Map<string, MessageAttributeValue>): StoredAttributes {
  return { values, md5: md5OfAttributes(values), bytes: measure(values) };
}

/** Bytes of a message's attributes before they are checked: a batch is measured before any entry of it is. */
export function measureInput(input: MessageAttributesInput | undefined): number {
  let bytes = 0;
  for (const [name, attribute] of input ?? []) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType ?? '');
    bytes += Buffer.byteLength(attribute.StringValue ?? '') + (attribute.BinaryValue?.length ?? 0);
  }
  return bytes;
}

function measure(values: ReadonlyMap<string, MessageAttributeValue>): number {
  let bytes = 0;
  for (const [name, { dataType, value }] of values) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(dataType);
    bytes += typeof value === 'string' ? Buffer.byteLength(value) : value.length;
  }
  return bytes;
}

function checkAttribute(name: string, attribute: MessageAttributeInput): MessageAttributeValue {
  checkName(name);
  const dataType = checkType(name, attribute.DataType);
  if (attribute.StringListValues?.length || attribute.BinaryListValues?.length) {
    throw invalidParameter('Message attribute list values in SendMessage operation are not supported.');
  }
  return { dataType, value: dataType.startsWith('Binary') ? checkBinary(name, attribute) : checkText(name, attribute) };
}

function checkName(name: string): void {
  if (Buffer.byteLength(name) > nameBytesMax) {
    throw invalidParameter(`Message (user) attribute names must be shorter than ${nameBytesMax} Bytes`);
  }
  if (!nameForm.test(name)) {
    throw invalidParameter(
      'Message (user) attributes name can only contain upper and lower score characters, digits, periods, hyphens and underscores. ',
    );
  }
  if (reservedName.test(name)) {
    throw invalidParameter(
      "You can't use message attribute names beginning with 'AWS.' or 'Amazon.'. These strings are reserved for internal use. Additionally, they cannot start or end with '.'.",
    );
  }
}

function checkType(name: string, dataType: string | undefined): string {
  if (!dataType)
    throw invalidParameter(`The message attribute '${name}' must contain non-empty message attribute type.`);
  if (Buffer.byteLength(dataType) > nameBytesMax) {
    throw invalidParameter(`Message (user) attribute types must be shorter than ${nameBytesMax} Bytes`);
  }
  if (!typeForm.test(dataType)) {
    throw invalidParameter(
      `The message attribute '${name}' has an invalid message attribute type, the set of supported type prefixes is Binary, Number, and String.`,
    );
  }
  return dataType;
}

function checkBinary(name: string, attribute: MessageAttributeInput): Uint8Array {
  if (!attribute.BinaryValue?.length || attribute.StringValue !== undefined) throw mustContain(name, 'Binary');
  // A copy: the sender may go on using its buffer.
  return Uint8Array.from(attribute.BinaryValue);
}

function checkText(name: string, attribute: MessageAttributeInput): string {
  const kind = attribute.DataType!.startsWith('Number') ? 'Number' : 'String';
  const text = attribute.StringValue;
  if (!text || attribute.BinaryValue !== undefined) throw mustContain(name, kind);
  const illegal = findIllegalCharacter(text);
  if (illegal !== undefined) {
    throw invalidParameter(
      `Invalid binary character '${illegal}' was found in the message (user) attribute '${name}' value, the set of allowed characters is ${legalCharacterSet}`,
    );
  }
  if (kind === 'Number' && !isNumber(text)) {
    throw invalidParameter(`Can't cast the value of message (user) attribute '${name}' to a number.`);
  }
  return text;
}

function isNumber(text: string): boolean {
  return numberForm.test(text) && Math.abs(Number(text)) <= 1e126;
}

function mustContain(name: string, kind: 'String' | 'Number' | 'Binary'): SqsError {
  return invalidParameter(`Message (user) attribute '${name}' must contain a non-empty value of type '${kind}'.`);
}
