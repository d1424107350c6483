import { Problem, type Violation, violation } from '../../base/problem.ts'
import type { DelegatedAct } from '../../domain/delegation.ts'
import type { Draft } from '../../domain/record.ts'
import type { LawfulBasis } from '../../domain/shapes.ts'
import { DECLARATION } from '../../domain/types/due-diligence.ts'
import { confirmedType, descriptors } from '../../domain/types/index.ts'
import type { StoredRecord } from '../../store/log/records.ts'
import type { Author } from './author.ts'

/** Checks of a draft that need no look-up, and the refusals that name its members. */

/** The member that names the record that the draft acts on or corrects. */
export const actingMember = (draft: Draft) => descriptors[draft.type].actsOn ?? 'supersedes'

export function delegatedAct(draft: Draft): DelegatedAct {
  if (confirmedType(draft.type) !== undefined) return 'confirm'
  return draft.type === 'retraction' || draft.supersedes !== undefined ? 'correct' : 'assert'
}

/** @param because the true reason, for the audit log alone */
export const unresolved = (
  pointer: string,
  named: object | undefined,
  because: 'not_their_own' | 'before_since' = 'not_their_own',
): Problem =>
  violation(
    'reference_unresolved',
    pointer,
    'names nothing that you may act on',
    named === undefined ? 'not_there' : because,
  )

export const notLive = (): Problem =>
  violation('delegation_not_live', '/delegation_id', 'does not cover this act at that time')

export function checkCrossFields(author: Author, draft: Draft): void {
  if ((draft.on_behalf_of === undefined) !== (draft.delegation_id === undefined)) {
    const missing = draft.on_behalf_of === undefined ? '/on_behalf_of' : '/delegation_id'
    throw violation('delegation_required', missing, 'is required with its counterpart')
  }
  if (draft.normalized_kg !== undefined && draft.conversion_id === undefined)
    throw violation('conversion_required', '/conversion_id', 'is required with normalized_kg')
  const errors: Violation[] = []
  if (draft.asserted_by !== undefined && draft.asserted_by !== author.partyId)
    errors.push({ pointer: '/asserted_by', message: "must be the credential's own party, or be left out" })
  if (author.deviceId !== undefined && draft.device_id !== undefined && draft.device_id !== author.deviceId)
    errors.push({ pointer: '/device_id', message: "must be the device's own id, or be left out" })
  if (draft.supersedes === draft.id)
    errors.push({ pointer: '/supersedes', message: 'must name another record, not this one' })
  if (draft.type === 'payment' && draft.payee === draft.payer)
    errors.push({ pointer: '/payee', message: 'must be another party than the payer' })
  if (draft.type === 'due_diligence') checkStatement(draft, errors)
  if (draft.signed_by !== undefined) checkSignature(draft, errors)
  if (errors.length > 0) throw new Problem('schema_violation', { errors })
}

/** A statement has one number, unless it was given while no number was to be had. */
function checkStatement(draft: Draft, errors: Violation[]): void {
  const { reference, reference_number: earlier, kind, contingency, replaces } = draft
  const number = reference ?? earlier
  const at = reference === undefined ? '/reference_number' : '/reference'
  if (number === undefined && contingency === undefined)
    errors.push({ pointer: '/reference', message: 'is required unless contingency is true' })
  if (number?.trim() === '') errors.push({ pointer: at, message: 'must not be blank' })
  if (reference !== undefined && earlier !== undefined)
    errors.push({ pointer: '/reference_number', message: 'must be left out beside reference' })
  if (draft.verification !== undefined && draft.verification_number !== undefined)
    errors.push({ pointer: '/verification_number', message: 'must be left out beside verification' })
  if (kind === 'sd' && number !== undefined && !number.startsWith(DECLARATION))
    errors.push({
      pointer: at,
      message: `must begin with ${DECLARATION} for a simplified declaration`,
    })
  if (replaces === draft.id)
    errors.push({ pointer: '/replaces', message: 'must name another record, not this one' })
}

/** A signature on paper was given in person or sent in; nobody signs for another. */
function checkSignature(draft: Draft, errors: Violation[]): void {
  if (draft.on_behalf_of !== undefined)
    errors.push({ pointer: '/on_behalf_of', message: 'must be left out where a person signed' })
  if (draft.channel !== 'written' && draft.channel !== 'in_person')
    errors.push({ pointer: '/channel', message: 'must be written or in_person where a person signed' })
}

export function checkLawfulBasis(draft: Draft): void {
  const financial = descriptors[draft.type].financial(draft)
  if (financial === true && draft.lawful_basis !== 'special_data_consent') throw insufficient()
}

/** A confirmation or retraction takes the lawful basis of the record it names (contract §3). */
export function basisFromTarget(draft: Draft, target: StoredRecord): LawfulBasis {
  const basis = target.body.lawful_basis
  if (draft.lawful_basis !== undefined && draft.lawful_basis !== basis)
    throw violation(
      'lawful_basis_insufficient',
      '/lawful_basis',
      'must be that of the record it names, or be left out',
    )
  return basis
}

const insufficient = (): Problem =>
  violation(
    'lawful_basis_insufficient',
    '/lawful_basis',
    'must be special_data_consent: money or debt shows in it',
  )
