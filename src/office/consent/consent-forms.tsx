import type { ComponentChildren } from 'preact'
import { uuidv7 } from 'uuidv7'
import { Problem } from '../../base/problem.ts'
import { given, nonEmpty } from '../../base/typed.ts'
import { dayAhead, endOfDay, startOfDay } from '../../cli/day.ts'
import { grantSentences, mandateSentences, objectionSentences } from '../../consent/consent-words.ts'
import { tellObjection } from '../../consent/objection-shapes.ts'
import { DELEGATED_ACTS, DELEGATION_BASES } from '../../domain/delegation.ts'
import { GRANTABLE_TYPES, RECORD_TYPES } from '../../domain/types/index.ts'
import { rowsOf } from '../../registry/rows-of.ts'
import type { KeyTaking, PlainKey } from '../../words/language.ts'
import type { NamedRow, Words } from '../../words/words.ts'
import { idOf, tickedIn } from '../frame/entry-form.tsx'
import { allRead, faultWords, formStatus, type Unread } from '../frame/fault-words.ts'
import { memberIn } from '../frame/filters.ts'
import { Checkboxes, Field, type Filled, Form, Select } from '../frame/form.tsx'
import { lookedAt } from '../frame/look.tsx'
import { paperFor, paperPage } from '../frame/paper.tsx'
import { Action, Actions, Box } from '../frame/parts.tsx'
import { withPicks } from '../frame/picks.tsx'
import { pageText } from '../frame/shell.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { memberCalled, noSuchMember } from '../people/member.tsx'
import { EndingButton } from './ending-button.tsx'
import {
  dayIn,
  GivenBy,
  PurposeSelect,
  TERM_NAMES,
  TermFields,
  TypeBoxes,
  termsOf,
  WRITTEN_BY,
} from './grant-terms.tsx'
import { evidenceIn, readOut, Sentences } from './read-out.tsx'
import { Renewal, replaceable, termsToRenew } from './renewal.tsx'
import { AgreeingSteps, SaidBeside, StepLine } from './said-beside.tsx'
import { SET_FIELD, setIn, WhatToOpen } from './usual-sets.tsx'

/**
 * Consents, mandates and objections that a person gives at the counter: first a form, then the sentences to
 * read out to them, which are also the paper to sign.
 * - State: the form as it was sent, and what each kind of statement reads from it (`ConsentKind`).
 * - Holds: no choice is made for the person in advance; what is written is what was read out, and only after that; each kind
 *   checks and writes by the same tasks as the command.
 */

interface ConsentKind {
  readonly title: KeyTaking<'name'>
  /** The label of the button that confirms the person's agreement. */
  readonly agreed: PlainKey
  /** Names of all fields that the form sends. */
  readonly names: readonly string[]
  readonly fields: (visit: StaffVisit, filled: Filled) => Promise<ComponentChildren>
  /** Reads the form, and notes what cannot be read. @param party the person who gives the statement */
  readonly read: (visit: StaffVisit, party: string, unread: Unread) => Promise<ConsentSaid>
}

interface ConsentSaid {
  readonly said: object
  /** Parties named in the form, by field. */
  readonly found: Readonly<Record<string, string>>
  /** Returns the sentences to read out. @throws if the statement cannot be written, with the reason */
  readonly sentences: (words: Words) => Promise<string[]>
  /** Writes the statement, and returns the answer. */
  readonly write: (id: string) => Promise<Answer>
}

const typeNames = GRANTABLE_TYPES.map((type) => `type_${type}`)
const actNames = DELEGATED_ACTS.map((act) => `act_${act}`)

const GRANT: ConsentKind = {
  title: 'grant.of',
  agreed: 'grant.agreed',
  names: [
    'grantee',
    SET_FIELD,
    'purpose',
    'from',
    'until',
    'channel',
    'evidence',
    'replaces',
    ...TERM_NAMES,
    ...typeNames,
  ],
  fields: async (visit, filled) => {
    const { say } = visit.words
    const purposes = await purposesIn(visit)
    return (
      <>
        <Renewal visit={visit} values={filled.values} />
        <Field name="grantee" label={say('grant.grantee')} filled={filled} autofocus isMember />
        <WhatToOpen filled={filled} isOwn={hasOwnChoice(filled)}>
          <PurposeSelect label={say('member.purpose')} purposes={purposes} filled={filled} />
          <TypeBoxes legend={say('grant.types')} filled={filled} />
        </WhatToOpen>
        <div class="fields">
          <Field
            name="until"
            label={say('grant.until')}
            filled={filled}
            help={say('grant.untilHelp', { day: dayAhead(visit.words) })}
          />
          <Field name="from" label={say('grant.from')} filled={filled} optional />
        </div>
        <TermFields filled={filled} />
        {await replaceable(visit, filled)}
        <GivenBy filled={filled} />
      </>
    )
  },
  read: async (visit, subject, unread) => {
    const { form, run, words } = visit
    const { faults } = unread
    const { say } = words
    const { purpose, types } = openedIn(visit, faults)
    const from = dayIn(words, visit, 'from', faults, startOfDay)
    const until = dayIn(words, visit, 'until', faults, endOfDay)
    if (until === undefined) faults.until ??= say('field.required')
    const said = {
      grantee: (await partyIn(visit, 'grantee', unread)) ?? '',
      ...evidenceIn(form),
      draft: {
        purpose,
        record_types: types,
        expires_at: until,
        channel: form.channel,
        ...given({ valid_from: from }),
        ...termsOf(words, visit, faults),
        ...given({ replaces: form.replaces || undefined }),
      },
    }
    return {
      said,
      found: { grantee: said.grantee },
      sentences: async (words) => grantSentences(words, await run('grant.check', { subject, ...said })),
      write: async (id) => {
        await run('grant.record', { subject, ...said, draft: { ...said.draft, id } })
        return { to: `/consent/${subject}?written=grant` }
      },
    }
  },
}

/** Whether the purpose or the types were chosen one by one. */
const hasOwnChoice = ({ values, faults }: Filled): boolean =>
  Boolean(values.purpose) || typeNames.some((name) => values[name]) || Boolean(faults.purpose ?? faults.type)

/** Reads what is opened and for what: a usual set, or the person's own choice. */
function openedIn({ form, words }: StaffVisit, faults: Record<string, string>) {
  const { say } = words
  const set = setIn(form)
  if (set !== null) {
    if (hasOwnChoice({ values: form, faults: {} })) faults[SET_FIELD] = say('grant.setAndOwn')
    return { purpose: set.purpose, types: set.types }
  }
  const types = tickedIn(form, 'type', GRANTABLE_TYPES)
  if (types.length === 0) faults.type = say('grant.noTypes')
  if (!form.purpose) faults.purpose = say('field.required')
  return { purpose: form.purpose, types }
}

const MANDATE: ConsentKind = {
  title: 'mandate.of',
  agreed: 'mandate.agreed',
  names: ['delegate', 'from', 'until', 'basis', ...actNames, ...typeNames],
  fields: async (visit, filled) => {
    const { say, worded } = visit.words
    return (
      <>
        <Field
          name="delegate"
          label={say('mandate.to')}
          filled={filled}
          help={say('mandate.toHelp')}
          autofocus
          isMember
        />
        <Checkboxes
          legend={say('mandate.acts')}
          name="act"
          words={DELEGATED_ACTS}
          called={(act) => say(`act.${act}`)}
          filled={filled}
        />
        <Checkboxes
          legend={say('mandate.types')}
          name="type"
          words={RECORD_TYPES}
          called={worded}
          filled={filled}
        />
        <div class="fields">
          <Field name="from" label={say('mandate.from')} filled={filled} />
          <Field
            name="until"
            label={say('grant.until')}
            filled={filled}
            help={say('grant.untilHelp', { day: dayAhead(visit.words) })}
          />
        </div>
        <Select
          name="basis"
          label={say('grant.channel')}
          words={DELEGATION_BASES}
          chosen={filled.values.basis ?? DELEGATION_BASES[0]}
        />
      </>
    )
  },
  read: async (visit, principal, unread) => {
    const { form, run, words } = visit
    const { faults } = unread
    const { say } = words
    const acts = tickedIn(form, 'act', DELEGATED_ACTS)
    const types = tickedIn(form, 'type', RECORD_TYPES)
    if (acts.length === 0) faults.act = say('grant.noTypes')
    if (types.length === 0) faults.type = say('grant.noTypes')
    const valid_from = dayIn(words, visit, 'from', faults, startOfDay)
    const valid_until = dayIn(words, visit, 'until', faults, endOfDay)
    if (valid_from === undefined) faults.from ??= say('field.required')
    if (valid_until === undefined) faults.until ??= say('field.required')
    const delegate = (await partyIn(visit, 'delegate', unread)) ?? ''
    const draft = { record_types: types, acts, valid_from, valid_until, basis: form.basis }
    const said = { delegate, draft }
    return {
      said,
      found: { delegate },
      sentences: async (words) =>
        mandateSentences(words, await run('delegation.check', { principal, ...said })),
      write: async (id) => {
        await run('delegation.record', { principal, delegate, draft: { ...draft, id } })
        return { to: `/consent/${principal}?written=delegation` }
      },
    }
  },
}

const purposeName = (code: string) => `purpose_${code}`

const objectionIn = (words: Words, purposes: readonly string[]): ConsentKind => {
  const { say } = words
  return {
    title: 'objection.of',
    agreed: 'objection.agreed',
    names: ['channel', ...typeNames, ...purposes.map(purposeName)],
    fields: async (visit, filled) => {
      const known = await purposesIn(visit)
      return (
        <>
          <p>{say('objection.help')}</p>
          <Checkboxes
            legend={say('objection.purposes')}
            name="purpose"
            words={purposes}
            called={(code) => {
              const row = known.find(({ id }) => id === code)
              return row === undefined ? code : words.purpose(row)
            }}
            filled={filled}
          />
          <TypeBoxes legend={say('objection.types')} filled={filled} />
          <Select
            name="channel"
            label={say('grant.channel')}
            words={WRITTEN_BY}
            chosen={filled.values.channel ?? 'in_person'}
          />
        </>
      )
    },
    read: async (visit, subject) => {
      const { form, run } = visit
      const types = tickedIn(form, 'type', GRANTABLE_TYPES)
      const named = tickedIn(form, 'purpose', purposes)
      const draft = {
        channel: form.channel,
        ...given({ record_types: nonEmpty(types), purposes: nonEmpty(named) }),
      }
      return {
        said: draft,
        found: {},
        sentences: async (words) =>
          objectionSentences(words, await run('objection.check', { subject, draft })),
        write: (id) => lodged(visit, subject, { ...draft, id }),
      }
    },
  }
}

async function lodged(visit: StaffVisit, subject: string, draft: object): Promise<Answer> {
  const { say } = visit.words
  const { sentences, withdrawable_grants } = await visit.run('objection.lodge', { subject, draft })
  const paper = await paperFor(visit, subject)
  const name = (await memberCalled(paper, subject)) ?? ''
  const title = paper.words.say('objection.of', { name })
  return paperPage(
    visit,
    say('objection.lodged'),
    title,
    <>
      <Box kind="good">{say('consent.written.objection')}</Box>
      <Sentences
        {...{ visit, paper, title, called: (await memberCalled(visit, subject)) ?? name }}
        sentences={tellObjection(paper.words, sentences)}
      />
      {withdrawable_grants.map((grant) => (
        <EndingButton visit={visit} party={subject} kind="grant" target={grant.id} />
      ))}
      <Actions>
        <Action href={`/consent/${subject}`}>{say('consent.back')}</Action>
      </Actions>
    </>,
  )
}

const kindIn = async (visit: StaffVisit): Promise<ConsentKind> => {
  const what = visit.path.split('/')[3]
  if (what === 'grant') return GRANT
  if (what === 'mandate') return MANDATE
  return objectionIn(
    visit.words,
    (await purposesIn(visit)).map(({ id }) => id),
  )
}

export async function consentForm(visit: StaffVisit): Promise<Answer> {
  const name = await memberCalled(visit, partyOf(visit))
  if (name === null) return noSuchMember(visit)
  const kind = await kindIn(visit)
  const values = kind === GRANT ? await termsToRenew(visit, partyOf(visit)) : {}
  return form(visit, kind, name, { values, faults: {} }, uuidv7())
}

/** Returns the form, then the sentences to read out, then, once the person has agreed, what was written. */
export async function recordConsent(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const party = partyOf(visit)
  const name = await memberCalled(visit, party)
  if (name === null) return noSuchMember(visit)
  const { form: values } = visit
  const kind = await kindIn(visit)
  const id = idOf(values.id)
  if (values.edit !== undefined) return form(visit, kind, name, { values, faults: {} }, id)
  const unread = allRead()
  const { said, found, sentences, write } = await kind.read(visit, party, unread)
  const paper = await paperFor(visit, party)
  const onPaper = (await memberCalled(paper, party)) ?? name
  const title = paper.words.say(kind.title, { name: onPaper })
  if (Object.keys(unread.faults).length > 0) return form(visit, kind, name, { values, ...unread }, id)
  try {
    return await lookedAt(visit, {
      writes: { id, said },
      show: () => sentences(paper.words),
      linesOf: (lines) => [say(kind.title, { name }), ...lines],
      page: async (seen, lines, sure) =>
        paperPage(
          seen,
          { title: say(kind.title, { name }), line: <StepLine now="readOut" /> },
          title,
          await readOut({
            ...{ visit, paper, party, id, sure, title },
            called: name,
            name: onPaper,
            sentences: lines,
            values: withPicks(values, found),
            names: kind.names,
            agreed: say(kind.agreed),
            back: `/consent/${party}`,
          }),
        ),
      write: () => write(id),
    })
  } catch (error) {
    const isUsed = error instanceof Problem && error.code === 'id_conflict'
    const fault = isUsed ? say('weigh.used') : faultWords(visit.words, error)
    return form(visit, kind, name, { values, faults: {} }, isUsed ? uuidv7() : id, fault)
  }
}

const partyOf = ({ path }: StaffVisit): string => path.split('/')[2] ?? ''

async function form(
  visit: StaffVisit,
  kind: ConsentKind,
  name: string,
  filled: Filled,
  id: string,
  fault?: string,
): Promise<Answer> {
  const { say } = visit.words
  return {
    status: formStatus(filled.faults, fault),
    html: pageText(
      visit,
      { title: say(kind.title, { name }), line: <StepLine now="fill" /> },
      <>
        <AgreeingSteps now="fill" />
        {fault !== undefined && <Box kind="bad">{fault}</Box>}
        <SaidBeside name={name}>
          <Form action={visit.path} session={visit.session}>
            <input type="hidden" name="id" value={id} />
            {await kind.fields(visit, filled)}
            <div class="buttons">
              <button type="submit">{say('consent.toReadOut')}</button>
              <Action href={`/consent/${partyOf(visit)}`}>{say('consent.back')}</Action>
            </div>
          </Form>
        </SaidBeside>
      </>,
    ),
  }
}

async function partyIn(visit: StaffVisit, name: string, unread: Unread): Promise<string | null> {
  const party = await memberIn(visit, visit.form, unread, name)
  if (party === null) unread.faults[name] ??= visit.words.say('field.required')
  return party
}

const purposesIn = (visit: StaffVisit): Promise<readonly NamedRow[]> => rowsOf(visit.run, 'purposes')
