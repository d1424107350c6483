import { uuidv7 } from 'uuidv7'
import { must } from '../base/typed.ts'
import { isId } from '../domain/id.ts'
import { compileReader } from '../domain/validation.ts'
import { entryIds } from '../identity/who.ts'
import { tasksOn } from '../registry/kernel.ts'
import { OperatorFault, withRemedy } from '../words/fault.ts'
import { ENGLISH, languageOf } from '../words/language.ts'
import { wordsIn } from '../words/words.ts'
import { knownParty, purposeOf, type TheirsAsked, theirs } from './consent-tasks.ts'
import type { ObjectionWords } from './consent-words.ts'
import type { ConsentKernel } from './kernel.ts'
import { ObjectionDraft, type WithdrawalDraft } from './objection-shapes.ts'
import type { Written } from './subject-access/as-json.ts'
import type { AnswerCounts } from './subject-access/requests.ts'
import type { AnswerForm } from './subject-access/subject-access.ts'

/** Rights of people without a device, exercised in the front office (contract §7). */

const readObjection = compileReader(ObjectionDraft)

export const rightsTasks = tasksOn<ConsentKernel>()({
  'objection.withdraw': (
    kernel,
    operator,
    args: { readonly id: string; readonly channel: WithdrawalDraft['channel'] },
  ) => {
    const withdrawal = { id: uuidv7(), channel: args.channel }
    const outcome = isId(args.id)
      ? kernel.objections.withdraw({ credential: null, operator }, null, args.id, withdrawal)
      : null
    if (!outcome) throw new OperatorFault(...withRemedy('objection.noObjection', { id: args.id }))
    return outcome.value
  },

  'objection.list': (kernel, operator, { subject, id }: TheirsAsked) => ({
    objections: theirs(entryIds(kernel, operator, subject), id, {
      all: (party) => kernel.objections.list(party, null, null, 500),
      one: (known) => kernel.objections.one(known, null),
      whose: (one) => [one.subject],
    }),
  }),

  /** Checks a whole objection, and returns the words to read out before it is lodged. Writes nothing. */
  'objection.check': (kernel, operator, args: LodgeArgs): ObjectionWords => {
    const draft = objectionOf(args)
    kernel.objections.check(knownParty(kernel, operator, args.subject), draft)
    return {
      purposes: draft.purposes?.map((code) => purposeOf(kernel, code)) ?? null,
      record_types: draft.record_types ?? null,
    }
  },

  'subject-access.open': (kernel, operator, args: { readonly party: string; readonly id?: string }) =>
    kernel.subjectAccess.requests.open(
      { credential: null, operator },
      knownParty(kernel, operator, args.party),
      args.id,
    ).request,

  /** Returns whose request it is. */
  'subject-access.party': (kernel, _operator, args: { readonly id: string }) => ({
    party: kernel.subjectAccess.requests.named(args.id).party,
  }),

  /** Records that a request was answered. Called once the operator has received the answer. */
  'subject-access.answered': (
    kernel,
    operator,
    args: { readonly id: string; readonly counts: AnswerCounts },
  ) => {
    const { requests } = kernel.subjectAccess
    if (!requests.find(args.id)) throw new OperatorFault(...withRemedy('answer.noneToClose', { id: args.id }))
    return requests.answered({ credential: null, operator }, args.id, args.counts)
  },

  /** @param args.whose whose open requests, under all its entries; left out, those of all parties */
  'subject-access.list': (
    kernel,
    operator,
    { all, whose }: { readonly all: boolean; readonly whose?: string },
  ) => {
    const { requests } = kernel.subjectAccess
    const found =
      whose === undefined
        ? requests.list(500, all)
        : entryIds(kernel, operator, whose).flatMap((one) => requests.openOf(one))
    return {
      requests: found.map((request) => ({
        ...request,
        name: kernel.people.facts(must(kernel.store.parties.find(request.party))).called,
      })),
    }
  },
})

interface LodgeArgs {
  readonly subject: string
  readonly draft: object
}

const objectionOf = ({ draft }: LodgeArgs): ObjectionDraft => readObjection({ id: uuidv7(), ...draft })

/** Tasks that run in several jobs, with other work in between. */
export const longRightsTasks = tasksOn<ConsentKernel>()({
  /** Lodges an objection. The person lodges it at the front office, so no mandate is needed. */
  'objection.lodge': async (kernel, operator, args: LodgeArgs) => {
    const draft = objectionOf(args)
    const { submit } = kernel.ports
    const subject = await submit(() => knownParty(kernel, operator, args.subject))
    const doer = { credential: null, operator }
    return (await kernel.objections.lodge(submit, doer, subject, draft)).value
  },
})

/** Long texts, written piece by piece, in the language with a code. */
export const textStreams = {
  'subject-access.answer': (
    kernel: ConsentKernel,
    operator: string,
    args: { readonly id: string; readonly form: AnswerForm; readonly language?: string },
  ): AsyncIterable<Written> => {
    const words = wordsIn(languageOf(args.language ?? 'en') ?? ENGLISH, kernel.config.timeZone)
    return kernel.subjectAccess.answerByOperator(words, operator, args.id, args.form)
  },
} as const
