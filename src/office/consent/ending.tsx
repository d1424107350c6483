import { seen } from '../../consent/consent-words.ts'
import { tellObjection } from '../../consent/objection-shapes.ts'
import { fullNames } from '../../identity/party-names.ts'
import { faultWords } from '../frame/fault-words.ts'
import { Form, Select } from '../frame/form.tsx'
import { lookedAt } from '../frame/look.tsx'
import { PAPER_LANGUAGE, paperChoice, paperFor, paperPage, Sheet } from '../frame/paper.tsx'
import { Action } from '../frame/parts.tsx'
import { Carried } from '../frame/picks.tsx'
import { Unreviewed } from '../frame/reader.tsx'
import type { Answer, StaffVisit } from '../frame/visit.ts'
import { memberCalled, noSuchMember } from '../people/member.tsx'
import { consentOf } from './consent.tsx'
import { ENDED, type Ended } from './ending-button.tsx'
import { Signatures } from './read-out.tsx'
import { purposesCalled } from './words-of-grants.ts'

/** Ends a consent, a mandate or an objection of the person whose page it is. */

/** Shows what will end, then ends it. */
export async function endConsent(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const id = visit.path.split('/')[2] ?? ''
  const { form, run, session } = visit
  const kind = ENDED.find((one) => one === form.kind)
  const name = await memberCalled(visit, id)
  if (name === null || kind === undefined) return noSuchMember(visit)
  const target = form.target ?? ''
  const channel = WITHDRAWN_BY.find((one) => one === form.channel)
  try {
    const paper = await paperFor(visit, id)
    const words = await endingWords(paper, id, kind, target)
    if (words === null) return await consentOf(visit, say('notFound.text'))
    const title = paper.words.say(`ending.${kind}`)
    // The channel by which an objection is withdrawn is chosen on the confirmation page.
    const isChosen = kind !== 'objection' || channel !== undefined
    return await lookedAt(isChosen ? visit : { ...visit, form: { ...form, sure: undefined } }, {
      writes: { kind, target },
      chosen: channel,
      show: async () => words,
      linesOf: (shown) => shown,
      page: async (seen, shown, sure) =>
        paperPage(
          seen,
          { title: say(`ending.${kind}`), line: say('look.notYet') },
          title,
          <>
            <Sheet paper={paper} title={title}>
              <Unreviewed texts="readOut" />
              <blockquote>
                {shown.map((text) => (
                  <p>{text}</p>
                ))}
              </blockquote>
              <Signatures paper={paper} name={(await memberCalled(paper, id)) ?? name} id={target} />
            </Sheet>
            <p class="help">{say('paper.help')}</p>
            {
              await paperChoice({
                visit,
                paper,
                party: id,
                sent: { values: form, names: ['kind', 'target'] },
              })
            }
            <Form action={visit.path} session={session} class="narrow">
              <input type="hidden" name="kind" value={kind} />
              <input type="hidden" name="target" value={target} />
              <Carried values={form} names={[PAPER_LANGUAGE]} />
              {kind === 'objection' && (
                <Select name="channel" label={say('ending.how')} words={WITHDRAWN_BY} chosen="in_person" />
              )}
              <div class="buttons">
                <button type="submit" name="sure" value={sure}>
                  {say(`ending.${kind}`)}
                </button>
                <Action href={`/consent/${id}`}>{say('consent.back')}</Action>
              </div>
            </Form>
          </>,
        ),
      write: async () => {
        if (kind === 'grant') await run('grant.revoke', { id: target })
        if (kind === 'delegation') await run('delegation.revoke', { id: target })
        if (kind === 'objection' && channel !== undefined)
          await run('objection.withdraw', { id: target, channel })
        return { to: `/consent/${id}?written=ended` }
      },
    })
  } catch (error) {
    return consentOf(visit, faultWords(visit.words, error))
  }
}

/** Withdrawing an objection opens records again, so only the person themselves may do it. */
const WITHDRAWN_BY = ['in_person', 'written'] as const

/** Describes what will end; null if the person has no such consent, mandate or objection. */
async function endingWords(
  visit: StaffVisit,
  party: string,
  kind: Ended,
  target: string,
): Promise<string[] | null> {
  const { say } = visit.words
  const { run } = visit
  if (kind === 'grant') {
    const [grant] = (await run('grant.list', { subject: party, id: target })).grants
    if (grant === undefined) return null
    const { subject, grantee, purpose, record_types } = grant
    const nameOf = await fullNames(visit, [subject, grantee])
    const words = {
      subject: nameOf(subject),
      reader: nameOf(grantee),
      purpose: (await purposesCalled(visit))(purpose),
      types: seen(visit.words, record_types),
    }
    return [say('ending.grantWhat', words), say('ending.grantMeans', words)]
  }
  if (kind === 'delegation') {
    const [mandate] = (await run('delegation.list', { party, id: target })).delegations
    if (mandate === undefined) return null
    const { principal, delegate } = mandate
    const nameOf = await fullNames(visit, [principal, delegate])
    const words = { principal: nameOf(principal), delegate: nameOf(delegate) }
    return [say('ending.mandateWhat', words), say('ending.mandateMeans')]
  }
  const [objection] = (await run('objection.list', { subject: party, id: target })).objections
  return objection === undefined
    ? null
    : [...tellObjection(visit.words, objection.sentences), say('ending.objectionMeans')]
}
