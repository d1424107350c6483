import { isDeepStrictEqual } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { given } from '../base/typed.ts'
import { type Args, oneOf, optional, orNull, required } from '../cli/asked.ts'
import { draftOf } from '../domain/draft-shape.ts'
import { hasLetter } from '../domain/nobody.ts'
import { NAMELESS } from '../domain/party.ts'
import { LAWFUL_BASES, PARTY_KINDS } from '../domain/shapes.ts'
import { formatInstant } from '../domain/time.ts'
import { tasksOn } from '../registry/kernel.ts'
import type { StoredRecordOf } from '../store/log/stored-record.ts'
import type { RecordedParty } from '../store/tables/recorded-parties.ts'
import { AnswerFault, OperatorFault, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'
import { nounMessage } from '../words/party-name.ts'
import type { OfficeKernel } from './kernel.ts'
import { idsTyped } from './other-ids.ts'
import { languageTyped } from './paper-language.ts'
import { type ListedParty, matching, type PartyQuery } from './party-search.ts'
import { phoneNumber } from './phone.ts'
import { frontOffice, partyId } from './who.ts'

export const PARTY_ADD = {
  kind: oneOf('--kind <kind>', 'help.party.add.kind', PARTY_KINDS),
  name: required('--name <name>', 'help.party.add.name', nameTyped),
  /** E.164. */
  phone: optional('--phone <number>', 'help.party.add.phone'),
  region: optional('--region <code>', 'help.party.add.region'),
  memberNo: optional('--member-no <number>', 'help.party.add.memberNo'),
  language: optional('--language <language>', 'help.party.add.language', languageArgument),
  ids: optional('--ids <ids>', 'question.ids', idsTyped),
  basis: oneOf('--basis <basis>', 'help.party.add.basis', LAWFUL_BASES, 'contract_performance'),
}

export const OTHERS = { after: orNull(optional('--after <party>', 'help.party.others.after')) }

/** @param id of the record: the same details are written once; others under the id throw `id_conflict` */
export type PartyDetails = Args<typeof PARTY_ADD> & { readonly id?: string; readonly messages?: boolean }

function nameTyped(text: string): string {
  if (text.trim() === '') throw new OperatorFault(...withRemedy('party.blankName'), 2)
  if (!hasLetter(text)) throw new OperatorFault(...withRemedy('party.noLetter'), 2)
  return text.trim()
}

function languageArgument(text: string): string {
  const tag = languageTyped(text)
  if (tag === null) throw new AnswerFault(message('reading.language'))
  return tag
}

export const partyTasks = tasksOn<OfficeKernel>()({
  'party.add': (kernel, operator, details: PartyDetails) => {
    const id = details.id ?? uuidv7()
    const author = frontOffice(kernel, operator)
    const written = details.id === undefined ? undefined : kernel.store.records.byId(id)
    if (written?.type === 'party' && written.assertedBy === author.party && hasDetails(written.body, details))
      return { party: written.body.party, record_id: id }
    const party = uuidv7()
    const draft = draftOf({
      id,
      type: 'party',
      occurred_at: formatInstant(kernel.store.writer.nowMs),
      lawful_basis: details.basis,
      party,
      kind: details.kind,
      display_name: details.name,
      ...given({
        phone: details.phone,
        region: details.region,
        member_no: details.memberNo,
        language: details.language,
        ids: details.ids,
        messages: details.messages,
      }),
    })
    const [holder] = details.memberNo === undefined ? [] : kernel.people.withMemberNumber(details.memberNo)
    if (holder !== undefined) {
      const { called } = kernel.people.facts(holder)
      throw new OperatorFault(
        ...withRemedy('party.numberTaken', {
          number: called.memberNo ?? details.memberNo ?? '',
          party: nounMessage(called),
        }),
      )
    }
    kernel.intake.append(author, draft)
    return { party, record_id: draft.id }
  },

  /**
   * Lists a page of the parties that the cooperative has recorded and that match.
   * @returns `next`: the `after` of the next page; null on the last page
   */
  'party.list': (kernel, _operator, { after, ...query }: PartyQuery & { readonly after: string | null }) => {
    const { found, last } = kernel.people.recorded.after(numberAfter(kernel, after), LOOKED_AT)
    const fits = matching(query)
    const kept = new Set(found.filter((one) => fits(listed(kernel, one), one.told)).map(({ n }) => n))
    // A search that matches either of a person's two entries finds the entry that is kept.
    const shown =
      Object.keys(query).length === 0 ? [...kept] : new Set([...kept].map((n) => kernel.people.kept(n)))
    return {
      parties: [...shown].map((n) => listedParty(kernel, n)),
      next: last === null ? null : kernel.store.parties.id(last),
    }
  },

  /** Lists a page of the parties that only others have recorded, in the order in which they became known. */
  'party.others': (kernel, _operator, args: Args<typeof OTHERS>) => {
    const { store, people } = kernel
    const numbers = store.parties.after(numberAfter(kernel, args.after), LOOKED_AT)
    const last = numbers.length === LOOKED_AT ? numbers.at(-1) : undefined
    const parties = numbers
      .filter((n) => people.recorded.of(n) === undefined)
      .map((n) => ({ party: store.parties.id(n), name: people.facts(n).called }))
    return { parties, next: last === undefined ? null : store.parties.id(last) }
  },

  /** Lists parties that have a telephone number by their own records, but not by those of the cooperative. */
  'party.claiming': (kernel, _operator, { phone }: { readonly phone: string }) => {
    const { store, people } = kernel
    const claiming = store.records.statements
      .statingPhone(phone)
      .filter((n) => people.facts(n).byItself.phone === phone && people.recorded.of(n)?.phone !== phone)
    return {
      parties: claiming.map((n) => ({ ...listedParty(kernel, n), name: people.facts(n).called })),
    }
  },

  'party.member': (kernel, _operator, args: { readonly memberNo: string }) => {
    const found = kernel.people.withMemberNumber(args.memberNo).map((one) => kernel.people.kept(one))
    const [n, another] = [...new Set(found)]
    return { party: n === undefined || another !== undefined ? null : kernel.store.parties.id(n) }
  },

  'party.resolve': (kernel, operator, args: { readonly text: string }) => {
    const id = partyId(kernel, operator, args.text)
    const n = kernel.store.parties.find(id)
    const also = n === undefined ? [] : kernel.people.entriesOf(n).filter((one) => one !== n)
    return { ...namedParty(kernel, id), also: also.map((one) => kernel.store.parties.id(one)) }
  },

  /** Returns the id of the cooperative's own record that describes a party; null if there is none. */
  'party.statement': (kernel, _operator, args: { readonly party: string }) => {
    const n = kernel.store.parties.find(args.party)
    return { record_id: n === undefined ? null : (kernel.people.recorded.of(n)?.statement ?? null) }
  },

  /** Records that one party was entered twice. Retracting the record undoes it: nothing is rewritten. */
  'party.merge': (kernel, operator, args: { readonly keep: string; readonly duplicate: string }) => {
    const author = frontOffice(kernel, operator)
    const { people, store } = kernel
    const [keep, duplicate] = [args.keep, args.duplicate].map((id) => numberOf(kernel, id)) as [
      number,
      number,
    ]
    const kept = people.kept(keep)
    if (duplicate === author.party) throw new OperatorFault(...withRemedy('party.keepCooperative'))
    if (kept === people.kept(duplicate)) throw new OperatorFault(...withRemedy('party.oneAlready'))
    if (people.kept(duplicate) !== duplicate) throw new OperatorFault(...withRemedy('party.mergedAlready'))
    const { called } = people.facts(duplicate)
    const draft = draftOf({
      id: uuidv7(),
      type: 'party',
      occurred_at: formatInstant(store.writer.nowMs),
      lawful_basis: 'contract_performance',
      party: store.parties.id(duplicate),
      kind: called.kind,
      display_name: called.name ?? '',
      same_as: store.parties.id(kept),
    })
    kernel.intake.append(author, draft)
    return { record_id: draft.id, kept: store.parties.id(kept), duplicate: store.parties.id(duplicate) }
  },
})

/** Tasks that run in several jobs, with other work in between. */
export const longPartyTasks = tasksOn<OfficeKernel>()({
  /** Converts a phone number from the form in which people write it to the one that is stored. */
  'party.phone': async ({ config }, _operator, args: { readonly text: string }) => ({
    phone: await phoneNumber(args.text, config.country),
  }),

  /** Returns the names of many parties by their ids. A party that is not known has none. */
  'party.names': async (kernel, _operator, { parties }: { readonly parties: readonly string[] }) => {
    const jobs: Promise<NamedParty[]>[] = []
    // Jobs that begin together share a transaction unless they take long.
    for (let from = 0; from < parties.length; from += NAMED_AT_ONCE) {
      const some = parties.slice(from, from + NAMED_AT_ONCE)
      jobs.push(kernel.store.writer.submit(() => some.map((party) => namedParty(kernel, party))))
    }
    return { parties: (await Promise.all(jobs)).flat() }
  },
})

export type NamedParty = ReturnType<typeof namedParty>

function namedParty({ store, people }: OfficeKernel, party: string) {
  const n = store.parties.find(party)
  const called = n === undefined ? NAMELESS : people.facts(n).called
  return {
    party,
    /** Of which the reader's words make the name. */
    called,
    ...apartOf(n === undefined ? undefined : people.recorded.of(n)),
  }
}

/** Parties read in one job. */
const LOOKED_AT = 1_000
/** Parties named in one job, from their records. */
const NAMED_AT_ONCE = 50

const numberAfter = ({ store }: OfficeKernel, after: string | null): number =>
  after === null ? 0 : (store.parties.find(after) ?? 0)

/** The details that tell namesakes apart, and the language of papers, as the cooperative recorded them. */
const apartOf = (one: RecordedParty | undefined) => ({
  member_no: one?.memberNo ?? null,
  phone: one?.phone ?? null,
  region: one?.region ?? null,
  language: one?.language ?? null,
  ids: one?.ids ?? [],
})

function listed({ people, store }: OfficeKernel, one: RecordedParty): ListedParty {
  const { n, party, name, kind, memberNo, phone, region } = one
  const kept = one.sameAs === null ? n : people.kept(n)
  const same_as = kept === n ? null : store.parties.id(kept)
  return { party, name, kind, member_no: memberNo, phone, region, same_as }
}

function listedParty(kernel: OfficeKernel, n: number): ListedParty {
  const one = kernel.people.recorded.of(n)
  if (one !== undefined) return listed(kernel, one)
  const party = kernel.store.parties.id(n)
  return { party, name: null, kind: null, member_no: null, phone: null, region: null, same_as: null }
}

/** Returns the number of a party that some record describes. */
function numberOf({ store, people }: OfficeKernel, id: string): number {
  const n = store.parties.find(id)
  if (n !== undefined && people.facts(n).called.by !== null) return n
  throw new OperatorFault(...withRemedy('party.undescribed', { id }))
}

const hasDetails = (
  body: StoredRecordOf<'party'>['body'],
  { kind, name, phone, region, memberNo, language, ids, messages }: PartyDetails,
): boolean =>
  body.kind === kind &&
  body.display_name === name &&
  body.phone === phone &&
  body.region === region &&
  body.member_no === memberNo &&
  body.language === language &&
  body.messages === messages &&
  isDeepStrictEqual(body.ids, ids)
