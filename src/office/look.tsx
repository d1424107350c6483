import { hmac } from '../base/hmac.ts'
import { say } from '../text/catalogue/say.ts'
import { Box } from './layout.tsx'
import { isSame, noteSent, noteShown } from './sessions.ts'
import type { Answer, StaffVisit } from './visit.ts'

/**
 * The last look before something is written. The button that agrees carries a seal: a MAC, under a key that only this session has,
 * over what will be written, with ids in place of names, and over what the person was shown of it. It is worked out again when
 * the form comes; if anything differs, the person sees the page again with what changed, and nothing is written.
 */

interface Look<Shown> {
  /** All that will be written, or the act and whom it concerns: by ids. */
  readonly writes: unknown
  /** What the person chooses on the page that shows it, so that the button's seal cannot cover it. */
  readonly chosen?: unknown
  /** What there is to be shown now. */
  readonly show: () => Promise<Shown>
  /** What a person reads of it, line by line. */
  readonly linesOf: (shown: Shown) => readonly string[]
  /** @param sure what the button sends */
  readonly page: (visit: StaffVisit, shown: Shown, sure: string) => Answer | Promise<Answer>
  readonly write: () => Promise<Answer>
}

/** A MAC under the session's key. */
export const sealOf = ({ sealKey }: StaffVisit['session'], what: unknown): string =>
  hmac(sealKey, JSON.stringify(what)).toString('base64url')

/** What a button sends that agrees to a page. */
export function sureOf({ session, path }: StaffVisit, writes: unknown, lines: readonly string[]): string {
  const written = sealOf(session, [path, writes])
  const sure = written + sealOf(session, [written, ...lines])
  noteShown(session, sure, lines)
  return sure
}

/** Shows it, or writes it once the person has agreed to exactly that. Sent twice, `write` is called twice. */
export async function lookedAt<Shown>(visit: StaffVisit, look: Look<Shown>): Promise<Answer> {
  const { session, form, path } = visit
  const agreed = sealOf(session, [path, look.writes, look.chosen, form.sure])
  // What it wrote may itself have changed what would be shown now.
  if (session.sent.has(agreed)) return look.write()
  const shown = await look.show()
  const lines = look.linesOf(shown)
  const before = session.shown.get(form.sure ?? '') ?? lines
  const sure = sureOf(visit, look.writes, lines)
  if (isSame(sure, form.sure)) {
    noteSent(session, agreed)
    try {
      return await look.write()
    } catch (error) {
      session.sent.delete(agreed)
      throw error
    }
  }
  if (form.sure === undefined) return look.page(visit, shown, sure)
  const notice = <Changed before={before} now={lines} />
  return { ...(await look.page({ ...visit, notice }, shown, sure)), status: 422 }
}

function Changed({ before, now }: { before: readonly string[]; now: readonly string[] }) {
  const gone = before.filter((line) => !now.includes(line))
  const come = now.filter((line) => !before.includes(line))
  return (
    <Box kind="warn">
      <p>
        <strong>{say('look.changed')}</strong>
      </p>
      {gone.map((line) => (
        <p>{say('look.before', { line })}</p>
      ))}
      {come.map((line) => (
        <p>{say('look.now', { line })}</p>
      ))}
    </Box>
  )
}
