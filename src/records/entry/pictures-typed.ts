import type { Run } from '../../cli/context.ts'
import { AnswerFault } from '../../words/fault.ts'
import { message } from '../../words/message.ts'
import type { Words } from '../../words/words.ts'

const SHA256 = /^[0-9a-f]{64}$/

/**
 * Reads hashes of pictures, separated by commas. A picture may arrive later; phones take most as JPEG.
 * @returns the pictures, and how they are shown
 */
export async function picturesTyped(
  { run, words }: { readonly run: Run; readonly words: Words },
  text: string,
) {
  const hashes = text.split(',').map((one) => one.trim().toLowerCase())
  if (!hashes.every((one) => SHA256.test(one)))
    throw new AnswerFault(message('reading.pictures'), {
      onTerminal: message('reading.pictures.remedy'),
      onPage: message('entry.picturesHelp'),
    })
  const found = await Promise.all(
    hashes.map(async (sha256) => ({ sha256, ...(await run('record.picture', { sha256 })) })),
  )
  const shown = found.map(({ sha256, media_type }) =>
    media_type === null ? words.say('reading.pictureToCome', { sha256 }) : sha256,
  )
  const pictures = found.map(({ sha256, media_type }) => ({ sha256, media_type: media_type ?? 'image/jpeg' }))
  return [pictures, shown.join(', ')] as const
}
