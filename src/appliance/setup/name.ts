import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { draftOf } from '../../domain/draft-shape.ts'
import { AnswerFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'

/** @throws {AnswerFault} when a cooperative cannot have this name */
export function checkName(name: string): string {
  if (name.trim() === '') throw new AnswerFault(message('setup.noName'))
  try {
    draftOf({
      id: uuidv7(),
      type: 'party',
      occurred_at: '2026-01-01T00:00:00Z',
      lawful_basis: 'contract_performance',
      party: uuidv7(),
      kind: 'cooperative',
      display_name: name,
    })
    return name
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new AnswerFault(error.extra.errors?.map((one) => one.message).join(' ') ?? error.message)
  }
}
