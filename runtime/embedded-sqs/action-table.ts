import type { Action } from './action.ts';
import { changeMessageVisibility, changeMessageVisibilityBatch } from './actions/change-message-visibility.ts';
import { createQueue } from './actions/create-queue.ts';
import { deleteMessage, deleteMessageBatch } from './actions/delete-message.ts';
import { deleteQueue } from './actions/delete-queue.ts';
import { getQueueAttributes } from './actions/get-queue-attributes.ts';
import { getQueueUrl } from './actions/get-queue-url.ts';
import { listDeadLetterSourceQueues } from './actions/list-dead-letter-source-queues.ts';
import { listQueues } from './actions/list-queues.ts';
import { cancelMessageMoveTask, listMessageMoveTasks, startMessageMoveTask } from './actions/message-move-tasks.ts';
import { addPermission, removePermission } from './actions/permissions.ts';
import { purgeQueue } from './actions/purge-queue.ts';
import { listQueueTags, tagQueue, untagQueue } from './actions/queue-tags.ts';
import { receiveMessage } from './actions/receive-message.ts';
import { sendMessage } from './actions/send-message.ts';
import { sendMessageBatch } from './actions/send-message-batch.ts';
import { setQueueAttributes } from './actions/set-queue-attributes.ts';

/** Every action of SQS's API by its name on the wire. A Map, because the name comes from outside. */
export const actions: ReadonlyMap<string, Action> = new Map([
  ['AddPermission', addPermission],
  ['CancelMessageMoveTask', cancelMessageMoveTask],
  ['ChangeMessageVisibility', changeMessageVisibility],
  ['ChangeMessageVisibilityBatch', changeMessageVisibilityBatch],
  ['CreateQueue', createQueue],
  ['DeleteMessage', deleteMessage],
  ['DeleteMessageBatch', deleteMessageBatch],
  ['DeleteQueue', deleteQueue],
  ['GetQueueAttributes', getQueueAttributes],
  ['GetQueueUrl', getQueueUrl],
  ['ListDeadLetterSourceQueues', listDeadLetterSourceQueues],
  ['ListMessageMoveTasks', listMessageMoveTasks],
  ['ListQueues', listQueues],
  ['ListQueueTags', listQueueTags],
  ['PurgeQueue', purgeQueue],
  ['ReceiveMessage', receiveMessage],
  ['RemovePermission', removePermission],
  ['SendMessage', sendMessage],
  ['SendMessageBatch', sendMessageBatch],
  ['SetQueueAttributes', setQueueAttributes],
  ['StartMessageMoveTask', startMessageMoveTask],
  ['TagQueue', tagQueue],
  ['UntagQueue', untagQueue],
]);
