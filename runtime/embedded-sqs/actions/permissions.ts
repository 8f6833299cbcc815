import { defineAction } from '../action.ts';
import { modelled } from '../errors.ts';
import { readStructure, readText } from '../input-reader.ts';

/** There is one account here and nobody is kept out, so a permission could not be kept: better refused than ignored. */
const refusePermission = defineAction(readStructure({ QueueUrl: readText }), () => {
  throw modelled('UnsupportedOperation', 'The embedded SQS has no permissions: whoever reaches it may do everything.');
});

export const addPermission = refusePermission;
export const removePermission = refusePermission;
