import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  cosignedAt,
  cosignedMessage,
  NoteFault,
  openNote,
  parseVkey,
  rawPublicKey,
  signatureLines,
  signedBy,
  signNote,
  type Vkey,
  vkeyOf,
} from '../../../src/domain/note.ts'
import { KEY, keyOf, vkeyFor } from '../../support/domain/proof-scene.ts'

/** Notes and keys that others publish. */
const vectors = JSON.parse(readFileSync(new URL('vectors/notes.json', import.meta.url), 'utf8'))

interface Published {
  readonly what: string
  readonly note: string
  readonly vkeys: string[]
  readonly cosigners?: string[]
  readonly cosignedAtSeconds?: number
}
const published: Published[] = vectors.notes

function cosigned(text: string, vkey: Vkey, key: KeyObject, atSeconds: bigint): string {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(atSeconds)
  const signature = sign(null, cosignedMessage(text, atSeconds), key)
  return `\u2014 ${vkey.name} ${Buffer.concat([vkey.keyId, time, signature]).toString('base64')}\n`
}

describe('notes of others', () => {
  test.each(published)('$what', ({ note, vkeys, cosigners = [], cosignedAtSeconds }) => {
    const opened = openNote(note)
    for (const vkey of vkeys.map(parseVkey)) {
      expect(signedBy(opened, vkey)).toBe(true)
      expect(cosignedAt(opened, vkey)).toBeNull()
      expect(signedBy({ ...opened, text: opened.text.replace('1', '2').replace('a', 'b') }, vkey)).toBe(false)
    }
    for (const vkey of cosigners.map(parseVkey)) {
      expect(signedBy(opened, vkey)).toBe(true)
      expect(cosignedAt(opened, vkey)).toBe(cosignedAtSeconds)
      expect(cosignedAt({ ...opened, text: opened.text.replace('1', '2') }, vkey)).toBeNull()
    }
  })
  test('the same bytes come out when the published key signs the published text', () => {
    const { note } = published[1] as Published
    const [privateKey] = vectors.privateKeys as string[]
    const material = Buffer.from(privateKey?.split('+').slice(4).join('+') ?? '', 'base64')
    expect(signNote(openNote(note).text, 'PeterNeumann', keyOf(material.subarray(1)))).toBe(note)
  })
})

describe('verifier keys', () => {
  test.each<string>(vectors.vkeys)('%s is read and written alike', (text) => {
    const { name, publicKey, algorithm } = parseVkey(text)
    expect(vkeyOf(name, rawPublicKey(publicKey), algorithm)).toBe(text)
  })
  test.each<{ what: string; vkey: string }>(vectors.badVkeys)('$what is refused', ({ vkey }) => {
    expect(() => parseVkey(vkey)).toThrow(NoteFault)
  })
  test('no part of one is one, nor is one with any character changed', () => {
    const [text] = vectors.vkeys as [string]
    for (let i = 0; i < text.length; i++) {
      expect(() => parseVkey(text.slice(0, i)), `up to ${i}`).toThrow(NoteFault)
      expect(() => parseVkey(text.slice(i + 1)), `from ${i + 1}`).toThrow(NoteFault)
      const other = String.fromCharCode(text.charCodeAt(i) + 1)
      const changed = text.slice(0, i) + other + text.slice(i + 1)
      expect(() => parseVkey(changed), `changed at ${i}`).toThrow(NoteFault)
    }
  })
  test.each([
    ['other last bits', 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TX'],
    ['capital digits', 'EnochRoot+AF0CFE78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop'],
    ['a newline behind it', 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop\n'],
    ['nothing', ''],
    ['pluses', '++'],
  ])('%s is refused', (_what, text) => {
    expect(() => parseVkey(text)).toThrow(NoteFault)
  })
  test.each(['', 'two words', 'a+b', 'a\u00a0b', 'a\u3000b', 'a\nb', 'a\u0001b', 'a'.repeat(257), '\ud800'])(
    'no key goes by the name %j',
    (name) => {
      expect(() => vkeyOf(name, Buffer.alloc(32))).toThrow(NoteFault)
      expect(() => signNote('text\n', name, KEY)).toThrow(NoteFault)
    },
  )
  test.each([
    ['the neutral point, under which nothing would sign everything', Buffer.of(1, ...Buffer.alloc(31))],
    ['a point of order four', Buffer.alloc(32)],
    ['no point at all', Buffer.alloc(32, 0xff)],
  ])('%s signs nothing', (_what, publicKey) => {
    const vkey = parseVkey(vkeyOf('log', publicKey))
    const signature = Buffer.of(1, ...Buffer.alloc(63))
    const texts = Array.from({ length: 64 }, (_, i) => `${i}\n`)
    expect(texts.filter((text) => signedBy({ text, signatures: [{ ...vkey, signature }] }, vkey))).toEqual([])
  })
  test('only Ed25519 keys are taken', () => {
    const { privateKey } = generateKeyPairSync('x25519')
    expect(() => rawPublicKey(privateKey)).toThrow(NoteFault)
    expect(() => vkeyOf('name', Buffer.alloc(31))).toThrow(NoteFault)
  })
})

describe('making and opening', () => {
  const vkey = vkeyFor('log', KEY)

  test.each(['text\n', '\n', 'empty\n\n\nlines\n', '\u2014 dash\n', '\ufeffmark\n', '\u00e9 \ud83c\udf31\n'])(
    '%j comes out as it went in',
    (text) => {
      const note = signNote(text, 'log', KEY)
      for (const form of [note, Buffer.from(note)]) {
        expect(openNote(form).text).toBe(text)
        expect(signedBy(openNote(form), vkey)).toBe(true)
      }
    },
  )
  test.each(['', 'no newline', 'cr\r\n', 'tab\t\n', 'bell\u0007\n', 'half \ud800\n'])(
    '%j is no text to sign',
    (text) => {
      expect(() => signNote(text, 'log', KEY)).toThrow(NoteFault)
    },
  )
  test('no character of a note can be changed', () => {
    const note = signNote('one\ntwo\n', 'log', KEY)
    for (let i = 0; i < note.length; i++) {
      const other = note.slice(0, i) + String.fromCharCode(note.charCodeAt(i) ^ 1) + note.slice(i + 1)
      expect(isSigned(other, vkey), `changed at ${i}`).toBe(false)
      expect(isSigned(note.slice(0, i) + note.slice(i + 1), vkey), `left out at ${i}`).toBe(false)
    }
    expect(isSigned(note, vkey)).toBe(true)
  })
  const line = signNote('text\n', 'log', KEY).slice('text\n\n'.length)
  test.each([
    ['no signature', 'text\n\n'],
    ['no empty line', `text\n${line}`],
    ['no newline at the end', `text\n\n${line.slice(0, -1)}`],
    ['a space too many', `text\n\n${line.replace(' log ', ' log  ')}`],
    ['a hyphen for a dash', `text\n\n${line.replace('\u2014', '-')}`],
    ['no name', `text\n\n${line.replace(' log ', '  ')}`],
    ['a name with a plus', `text\n\n${line.replace(' log ', ' l+g ')}`],
    ['a line that is none', `text\n\n${line}text\n`],
    ['only a key id', `text\n\n\u2014 log ${vkey.keyId.toString('base64')}\n`],
    ['base64 for addresses', `text\n\n\u2014 log ${Buffer.alloc(69, 0xff).toString('base64url')}\n`],
    ['no padding', `text\n\n\u2014 log ${Buffer.alloc(68, 1).toString('base64').replaceAll('=', '')}\n`],
    ['CR at the ends of lines', signNote('text\n', 'log', KEY).replaceAll('\n', '\r\n')],
    ['half a character', `\ud800\n\n${line}`],
    ['too many signatures', `text\n\n${line.repeat(65)}`],
    ['too many bytes', `${'x'.repeat(256 * 1024)}\n\n${line}`],
  ])('%s is no note', (_what, note) => {
    expect(() => openNote(note)).toThrow(NoteFault)
  })
  test('bytes that are not UTF-8 are no note', () => {
    const note = Buffer.concat([Buffer.of(0xff), Buffer.from(signNote('text\n', 'log', KEY))])
    expect(() => openNote(note)).toThrow(NoteFault)
  })
  test('64 signatures are taken, and those of strangers passed over', () => {
    const stranger = signNote('text\n', 'stranger', keyOf(Buffer.alloc(32, 9))).slice('text\n\n'.length)
    const opened = openNote(`text\n\n${stranger.repeat(63)}${line}`)
    expect(opened.signatures).toHaveLength(64)
    expect(signedBy(opened, vkey)).toBe(true)
  })
  test('the name alone, or the key alone, is another signer', () => {
    const opened = openNote(signNote('text\n', 'log', KEY))
    expect(signedBy(opened, vkeyFor('another', KEY))).toBe(false)
    expect(signedBy(opened, vkeyFor('log', keyOf(Buffer.alloc(32, 9))))).toBe(false)
    expect(signedBy(opened, vkeyFor('log', KEY, 'cosignature/v1'))).toBe(false)
  })
  test('one wrong signature of a key spoils its right one', () => {
    const wrong = signNote('other\n', 'log', KEY).slice('other\n\n'.length)
    expect(signedBy(openNote(`text\n\n${line}${wrong}`), vkey)).toBe(false)
  })
})

describe('what witnesses answer', () => {
  const key = keyOf(Buffer.alloc(32, 3))
  const witness = vkeyFor('witness.example/w1', key, 'cosignature/v1')
  const text = 'log\n1\nroot\n'

  test('holds for that text, and tells the latest time', () => {
    const answer = cosigned(text, witness, key, 1_700_000_000n) + cosigned(text, witness, key, 1_700_000_060n)
    const signatures = signatureLines(answer)
    expect(signatures).toHaveLength(2)
    expect(cosignedAt({ text, signatures }, witness)).toBe(1_700_000_060)
    expect(cosignedAt({ text: 'log\n2\nroot\n', signatures }, witness)).toBeNull()
  })
  test('the time is signed too', () => {
    const [one] = signatureLines(cosigned(text, witness, key, 1_700_000_000n))
    for (let i = 0; i < 72; i++) {
      const signature = Buffer.from(one?.signature ?? [])
      signature[i] = (signature[i] as number) ^ 1
      expect(signedBy({ text, signatures: [{ ...witness, signature }] }, witness), `byte ${i}`).toBe(false)
    }
  })
  test('a plain signature of the same key is none, nor is one of another length', () => {
    const plain = sign(null, Buffer.from(text), key)
    for (const signature of [plain, plain.subarray(1), Buffer.alloc(8), Buffer.alloc(73)])
      expect(signedBy({ text, signatures: [{ ...witness, signature }] }, witness)).toBe(false)
  })
  test('a time that no number holds is none', () => {
    const signatures = signatureLines(cosigned(text, witness, key, 2n ** 53n))
    expect(signedBy({ text, signatures }, witness)).toBe(false)
    const last = signatureLines(cosigned(text, witness, key, 2n ** 53n - 1n))
    expect(cosignedAt({ text, signatures: last }, witness)).toBe(2 ** 53 - 1)
  })
  test.each(['', '\n', 'no newline', '\u2014 a\n'])('%j is no answer', (answer) => {
    expect(() => signatureLines(answer)).toThrow(NoteFault)
  })
})

function isSigned(note: string, vkey: Vkey): boolean {
  try {
    return signedBy(openNote(note), vkey)
  } catch (error) {
    if (error instanceof NoteFault) return false
    throw error
  }
}
