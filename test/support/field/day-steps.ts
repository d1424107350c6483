/** Where a day's phone is killed. */

/** Each step of saving at which a page can end. What is not on the disk by then is not there at all. */
export const SAVING = [
  ['seal', 'photographs', false],
  ['seal', 'queue', false],
  ['put', 'photographs', false],
  ['put', 'queue', false],
  ['done', 'queue', true],
] as const

/** Each step of sending: a request that the service does not get, or whose answer is lost, or a step on the phone's disk. */
export const SENDING = [
  [/GET .*changes/, 'before'],
  [/GET .*changes/, 'after'],
  ['put', 'queue'],
  ['done', 'queue'],
  [/POST .*outbox/, 'before'],
  [/POST .*outbox/, 'after'],
  ['put', 'kept'],
  ['done', 'kept'],
  [/POST .*uploads/, 'before'],
  [/POST .*uploads/, 'after'],
  ['put', 'photographs'],
  ['done', 'photographs'],
  [/PATCH /, 'before'],
  [/PATCH /, 'after'],
  ['put', 'sentPhotographs'],
  ['done', 'sentPhotographs'],
] as const
