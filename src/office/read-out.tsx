import { say } from '../text/catalogue/say.ts'
import { Calendar } from '../text/phrases.ts'
import type { StaffVisit } from './visit.ts'

/** What is read out to somebody at the counter; printed, the paper that they sign. */

export const Sentences = ({ name, sentences }: { name: string | null; sentences: readonly string[] }) => (
  <>
    <h2>{say('consent.readOut', { name: name ?? '' })}</h2>
    <blockquote>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
    </blockquote>
  </>
)

/** @param id of what will be written, which is on the paper too */
export function Paper({ visit, name, id }: { visit: StaffVisit; name: string; id: string }) {
  const { cooperative, timeZone } = visit
  const day = new Calendar(timeZone).day(Date.now())
  return (
    <>
      <div class="paper">
        <p>{say('paper.by', { name, cooperative, day })}</p>
        {(['paper.sign', 'paper.witness', 'paper.clerk'] as const).map((line) => (
          <p class="line">{say(line)}</p>
        ))}
        <p>{say('paper.number', { id })}</p>
      </div>
      <p class="help">{say('paper.help')}</p>
    </>
  )
}
