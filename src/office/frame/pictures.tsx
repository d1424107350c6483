import type { PicturePiece } from '../../evidence/keep-tasks.ts'
import { faultWords } from './fault-words.ts'
import { Box } from './parts.tsx'
import { pageText } from './shell.tsx'
import type { Answer, StaffVisit } from './visit.ts'

/** Pictures of signed papers: kept when they are sent, and shown. */

/** Keeps a picture. The script of the form reads the answer: its hash, or why it was not kept. */
export async function keepPicture(visit: StaffVisit): Promise<Answer> {
  const { say } = visit.words
  const { picture } = visit.files
  const title = say('grant.picture')
  try {
    const { sha256 } = await oneAtATime(() => {
      const base64 = Buffer.from(picture?.bytes ?? []).toString('base64')
      return visit.run('evidence.keep', { base64 })
    })
    const kept = (
      <p id="kept" data-sha256={sha256}>
        {say('grant.pictureKept')}
      </p>
    )
    return { html: pageText(visit, { title }, kept) }
  } catch (error) {
    const fault = faultWords(visit.words, error)
    return { status: 422, html: pageText(visit, { title }, <Box kind="bad">{fault}</Box>) }
  }
}

let last: Promise<unknown> = Promise.resolve()

/** A picture is several times in memory while it is kept. */
function oneAtATime<T>(keep: () => Promise<T>): Promise<T> {
  const kept = last.then(keep)
  last = kept.catch(() => {})
  return kept
}

/** Shows a picture that a record cites. */
export const recordPicture = (visit: StaffVisit): Promise<Answer> =>
  shown(visit.stream('evidence.picture', { sha256: visit.path.split('/')[2] ?? '' }))

/** Shows the signed paper of a consent. */
export const consentPicture = (visit: StaffVisit): Promise<Answer> =>
  shown(visit.stream('grant.paper', { grant: visit.path.split('/')[4] ?? '' }))

/** The first piece is waited for, so that a picture that may not be seen is refused before any byte is sent. */
async function shown(pieces: AsyncIterable<PicturePiece>): Promise<Answer> {
  const each = pieces[Symbol.asyncIterator]()
  const first = await each.next()
  const type = first.done ? 'image/png' : first.value.media_type
  async function* bytes() {
    for (let next = first; !next.done; next = await each.next())
      yield Buffer.from(next.value.base64, 'base64')
  }
  return { image: bytes(), type }
}
