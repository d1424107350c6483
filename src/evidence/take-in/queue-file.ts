import { type Static, Type } from '@sinclair/typebox'
import { Problem, type Violation } from '../../base/problem.ts'
import { parseIJson } from '../../domain/i-json.ts'
import { closed, Id, Instant } from '../../domain/shapes.ts'
import { compileCheck } from '../../domain/validation.ts'
import { OperatorFault, withRemedy } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/**
 * The file in which a phone saves the records and photographs that it could not send (contract §24). It is the
 * last resort, so a fault names its place and what to do.
 */

const VERSION = 1
/** Reading takes four to six times this memory, next to the service on a machine that may have 1 GB. */
export const MAX_QUEUE_BYTES = 64 * 1024 * 1024
/** The depth of a record, in a list, in the file. */
const DEPTH = 34
/** Whole groups of four characters; the last may end in one or two equals signs. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const QueueFile = closed({
  granary_field_queue: Type.Literal(VERSION),
  device: Id('The device that saved the file.'),
  made_at: Instant("When the file was saved, by the device's clock."),
  records: Type.Array(Type.Unknown({ description: 'As the device would send them.' })),
  photographs: Type.Array(
    closed({
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      media_type: Type.String({ minLength: 1, maxLength: 80 }),
      base64: Type.String({ minLength: 1 }),
    }),
  ),
})
export type QueueFile = Static<typeof QueueFile>

const check = compileCheck(QueueFile)

/** @throws {OperatorFault} that names the fault and its place */
export function readQueueFile(file: string, bytes: Uint8Array): QueueFile {
  const value = parsed(file, bytes)
  const isQueue = typeof value === 'object' && value !== null && 'granary_field_queue' in value
  if (!isQueue) throw new OperatorFault(message('takeIn.notAQueue', { file }), message('takeIn.wholeFile'))
  if (value.granary_field_queue !== VERSION) throw new OperatorFault(...withRemedy('takeIn.newer', { file }))
  const violations = check(value)
  if (violations !== null) throw faulty(file, violations)
  const queue = value as QueueFile
  const broken = queue.photographs.findIndex(({ base64 }) => !BASE64.test(base64))
  if (broken >= 0)
    throw faulty(file, [{ pointer: `/photographs/${broken}/base64`, message: 'is not whole base64' }])
  return queue
}

function parsed(file: string, bytes: Uint8Array): unknown {
  try {
    return parseIJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), DEPTH)
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof TypeError)) throw error
    throw new OperatorFault(message('takeIn.notJson', { file }), message('takeIn.wholeFile'))
  }
}

function faulty(file: string, [first, ...others]: readonly Violation[]): OperatorFault {
  const { pointer = '', message: what = '' } = first ?? {}
  return new OperatorFault(
    message('takeIn.faulty', { file, place: pointer || '/', what, more: others.length }),
    message('takeIn.wholeFile'),
  )
}
