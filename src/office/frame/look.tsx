import { hmac } from '../../base/hmac.ts'
import { Box } from './parts.tsx'
import { useWords } from './reader.tsx'
import { isSame, noteSent, noteShown } from './sessions.ts'
import type { Answer, StaffVisit } from './visit.ts'

/**
 * The preview before something is written. Its confirm button carries a seal: a MAC, under a key that only
 * this session has, over what will be written (with ids in place of names) and over what the person was
 * shown. The seal is computed again when the form arrives; if anything differs, nothing is written, and the
 * person sees the page again with what changed.
 */

interface Look<Shown> {
  /** Everything that will be written, or the act and the party it concerns, by ids. */
  readonly writes: unknown
  /** What the person chooses on the preview itself, so that the button's seal cannot cover it. */
  readonly chosen?: unknown
  /** Returns what is to be shown, as it is now. */
  readonly show: () => Promise<Shown>
  /** Returns the lines that the person reads. */
  readonly linesOf: (shown: Shown) => readonly string[]
  /** Makes the preview. @param sure the seal that the confirm button sends */
  readonly page: (visit: StaffVisit, shown: Shown, sure: string) => Answer | Promise<Answer>
  readonly write: () => Promise<Answer>
}

/** Returns a MAC of `what` under the session's key. */
export const sealOf = ({ sealKey }: StaffVisit['session'], what: unknown): string =>
  hmac(sealKey, JSON.stringify(what)).toString('base64url')

/** Returns the seal that the confirm button of a page sends, and remembers the lines shown with it. */
export function sureOf({ session, path }: StaffVisit, writes: unknown, lines: readonly string[]): string {
  const written = sealOf(session, [path, writes])
  const sure = written + sealOf(session, [written, ...lines])
  noteShown(session, sure, lines)
  return sure
}

/**
 * Shows the preview, or writes once the person has agreed to exactly that. If the form is sent twice, `write`
 * is called twice.
 */
export async function lookedAt<Shown>(visit: StaffVisit, look: Look<Shown>): Promise<Answer> {
  const { session, form, path } = visit
  const agreed = sealOf(session, [path, look.writes, look.chosen, form.sure])
  // The form was sent before. What it wrote may have changed the preview, so that is not compared again.
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
  const { say } = useWords()
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
