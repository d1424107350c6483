import { useEffect, useState } from 'preact/hooks'
import type { Chain, ListedEntry } from '../engine/engine.ts'
import { isCounting } from '../rules/confirmer.ts'
import { hashedText, receiptCode, sha256Of } from '../rules/digest.ts'
import { Icon } from './icons.tsx'
import { Box } from './parts.tsx'
import { useScreen } from './screen.ts'
import { recorder, told, typeOf } from './told.ts'

/** A receipt: text to share, and a code with the record's id and digest. */

interface MadeReceipt {
  /** What the digest is of. */
  readonly hashed: string
  readonly digest: string
  readonly path: { readonly d: string; readonly size: number } | null
}
const NOT_YET = { digest: '', path: null }

export function Receipt({ entry, chain }: { readonly entry: ListedEntry; readonly chain: Chain }) {
  const { record } = entry
  const { engine, words } = useScreen()
  const { say } = words
  const [made, setMade] = useState<MadeReceipt | null>(null)
  const [shared, setShared] = useState('')
  const stored = engine.fetched().find(({ id }) => id === record.id)
  const hashed = hashedText(stored ?? record)
  useEffect(() => {
    let isOver = false
    const make = async () => {
      const bytes = new TextEncoder().encode(hashed)
      const sha256 = await sha256Of(bytes)
      const { encodeQR } = await import('qr')
      const rows = encodeQR(receiptCode(record.id, sha256), 'raw', { ecc: 'medium', border: 4 })
      const dark = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
      if (!isOver) setMade({ hashed, digest: sha256, path: { d: dark.join(''), size: rows.length } })
    }
    void make()
    return () => {
      isOver = true
    }
  }, [hashed])
  // The digest of another record, or of an earlier form of this one, is never shown with it.
  const { digest, path } = made?.hashed === hashed ? made : NOT_YET
  const { figure, who, lines: facts } = told(record, engine, words)
  const lines = [...facts, ...recorder(entry, engine, words)]
  // A receipt outlives what it shows: one of a version that does not count says so first.
  const past = isCounting(chain, record.id) ? '' : say('field.receipt.past', { is: chain.is })
  const text = () =>
    (past === '' ? '' : `${past} `) +
    say('field.receipt.text', {
      what: [typeOf(record, words), figure].filter(Boolean).join(' '),
      who,
      facts: lines.map(([label, value]) => `${label}: ${value}`).join('; '),
      id: record.id,
      digest,
    })
  const share = async () => {
    try {
      if (navigator.share === undefined) {
        await navigator.clipboard.writeText(text())
        setShared(say('field.receipt.copied'))
      } else await navigator.share({ text: text() })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setShared(say('field.receipt.failed'))
    }
  }
  return (
    <section class="card receipt">
      <h2>{say('field.receipt.title')}</h2>
      {past !== '' && <Box kind="warn">{past}</Box>}
      {path !== null && (
        <svg
          class="qr"
          viewBox={`0 0 ${path.size} ${path.size}`}
          role="img"
          aria-label={say('field.receipt.code')}
        >
          <path class="light" d={`M0 0h${path.size}v${path.size}h-${path.size}z`} />
          <path class="dark" d={path.d} />
        </svg>
      )}
      <p class="code">
        <small>{say('field.receipt.id')}</small> {record.id}
      </p>
      <p class="code" id="digest">
        <small>{say('field.receipt.digest', { of: stored === undefined ? 'phone' : 'office' })}</small>{' '}
        {digest}
      </p>
      <button type="button" class="quiet wide" disabled={digest === ''} onClick={() => void share()}>
        <Icon name="share" />
        {say('field.receipt.share')}
      </button>
      <p role="status">{shared}</p>
    </section>
  )
}
