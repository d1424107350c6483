import { Type } from '@sinclair/typebox'
import { Id } from '../shapes.ts'
import { define } from './descriptor.ts'
import { day, party, reference, shaped, text, word } from './fields.ts'

/**
 * A due diligence statement, or the simplified declaration that a micro or small primary operator makes once
 * (Regulation (EU) 2023/1115, articles 4 and 4a).
 */
export const STATEMENT_KINDS = ['dds', 'sd'] as const

/** How the EU information system calls what became of a statement. */
export const STATEMENT_STATUSES = [
  'submitted',
  'available',
  'rejected',
  'withdrawn',
  'archived',
  'grouped',
  'obsolete',
] as const

/** What the number of a simplified declaration begins with. */
export const DECLARATION = 'S'

export const dueDiligence = define({
  type: 'due_diligence',
  code: 12,
  counter: 'help.record.add.dueDiligence',
  fields: {
    lot_id: reference(
      'lot',
      'The lot that the statement is about; any version of it. Counts in none of its figures.',
      { ask: 'question.lot_id' },
    ),
    reference: Type.Optional(
      text(
        14,
        'The number that the EU information system gave. Required unless `contingency` is true; a simplified declaration has one that begins with S.',
        { ask: 'question.reference_number', flag: 'reference-number' },
      ),
    ),
    verification: Type.Optional(
      shaped(
        'text',
        Type.String({
          minLength: 5,
          maxLength: 35,
          description: 'The verification number that belongs to it.',
        }),
        { ask: 'question.verification_number', flag: 'verification-number' },
      ),
    ),
    kind: Type.Optional(
      word(STATEMENT_KINDS, "A statement, or a primary operator's simplified declaration. Left out: dds.", {
        ask: 'question.statementKind',
      }),
    ),
    uuid: Type.Optional(
      shaped(
        'text',
        Type.String({
          pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
          description:
            "The statement's identifier in the programming interface of the EU information system.",
        }),
      ),
    ),
    internal_reference: Type.Optional(
      text(35, 'The number that its filer gave it.', { ask: 'question.internal_reference' }),
    ),
    contingency: Type.Optional(
      shaped(
        'yes',
        Type.Literal(true, {
          description: 'Present if it was given while the EU information system was down.',
        }),
        { ask: 'question.contingency' },
      ),
    ),
    replaces: Type.Optional(
      shaped(
        'text',
        Id(
          'The record of the statement that this one stands for: after an amendment, a grouping or the end of a contingency. Counts if who stated or filed that one states it.',
        ),
        { ask: 'question.replaces' },
      ),
    ),
    status: Type.Optional(
      word(STATEMENT_STATUSES, 'Its status in the EU information system. Left out: submitted.', {
        ask: 'question.statementStatus',
      }),
    ),
    filed_by: party('The party that filed the statement.', { ask: 'question.filed_by' }),
    filed_at: day('When it was filed.', { ask: 'question.filed_at' }),
    reference_number: Type.Optional(
      text(40, 'What `reference` was called before. A record has one of them.'),
    ),
    verification_number: Type.Optional(text(40, 'What `verification` was called before.')),
  },
  subjects: (body) => ({ ofRecord: body.lot_id, wholeChain: true }),
  subjectsMayComeLater: true,
  isInNoFigure: true,
  financial: () => false,
})
