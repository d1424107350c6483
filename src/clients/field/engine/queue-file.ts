import { isOfPerson } from '../rules/confirmer.ts'
import type { Entry } from '../rules/entry.ts'
import { inFiles } from '../rules/sending.ts'
import type { Photograph, Photographs } from './photographs.ts'

/**
 * Everything unsent as files, which `granary device take-in` reads. They are the last resort of a phone that cannot send, so
 * they are not encrypted: the office must be able to read them without the phone (docs/decisions/field.md).
 */
export interface QueueFile {
  readonly name: string
  /** Makes the file when it is asked for: all photographs at once may be more than the phone's memory. */
  readonly make: () => Promise<{ readonly blob: Blob; readonly unread: number }>
}

/** The records first, in a file without photographs, so that nothing about a picture can be in their way. */
export function queueFiles(
  entries: readonly Entry[],
  photographs: Photographs,
  device: string,
  nowMs: number,
): QueueFile[] {
  const madeAt = new Date(nowMs).toISOString()
  const name = `granary-queue-${madeAt.slice(0, 10)}`
  const head = `{"granary_field_queue":1,"device":${JSON.stringify(device)},"made_at":"${madeAt}"`
  // What a person confirmed is worth something because the cooperative cannot write it; a file proves nothing.
  const unsent = entries.filter(
    (entry) => !isOfPerson(entry) && (entry.state === 'waiting' || entry.state === 'rejected'),
  )
  const records = unsent.map(({ record }) => JSON.stringify(record)).join(',')
  const ofRecords = async () => ({
    blob: json([`${head},"records":[${records}],"photographs":[]}\n`]),
    unread: 0,
  })
  const ofPhotographs = async (some: readonly Photograph[]) => {
    const parts: Blob[] = []
    for (const one of some) {
      const part = await partOf(one, photographs).catch(() => null)
      if (part !== null) parts.push(part)
    }
    const listed = parts.flatMap((part, i) => (i === 0 ? [part] : [',', part]))
    const blob = json([`${head},"records":[],"photographs":[`, ...listed, ']}\n'])
    return { blob, unread: some.length - parts.length }
  }
  return [
    { name: `${name}.json`, make: ofRecords },
    ...inFiles(photographs.all).map((some, i) => ({
      name: `${name}-photographs-${i + 1}.json`,
      make: () => ofPhotographs(some),
    })),
  ]
}

const json = (parts: BlobPart[]): Blob => new Blob(parts, { type: 'application/json' })

async function partOf({ sha256, media_type }: Photograph, photographs: Photographs): Promise<Blob | null> {
  const picture = await photographs.read(sha256)
  if (picture === null) return null
  const base64 = await base64Of(picture)
  if (base64 === '') return null
  return new Blob([
    `{"sha256":"${sha256}","media_type":${JSON.stringify(media_type)},"base64":"`,
    base64,
    '"}',
  ])
}

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
