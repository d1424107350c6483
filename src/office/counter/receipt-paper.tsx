import { QrCode } from '../frame/qr-code.tsx'
import type { Block } from './receipt-blocks.ts'

/** The page of a receipt. Its lines are counted in `receipt-style.ts`, which must know what is added here. */

/** Kinds of blocks of which neighbours are one list. */
const LISTED = ['row', 'sum'] as const

export const ReceiptBlocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <>
    {blocks.map((block, i) => {
      const listed = LISTED.find((kind) => kind === block.kind)
      if (listed === undefined) return <One block={block} />
      if (blocks[i - 1]?.kind === listed) return null
      const rest = blocks.slice(i)
      const end = rest.findIndex(({ kind }) => kind !== listed)
      const all = rest.slice(0, end < 0 ? rest.length : end).map((one) => <One block={one} />)
      return listed === 'row' ? <dl>{all}</dl> : <div class="sums">{all}</div>
    })}
  </>
)

function One({ block }: { block: Block }) {
  switch (block.kind) {
    case 'rule':
      return <hr />
    case 'row':
      return (
        <div>
          <dt>{block.name}</dt>
          <dd>{block.text}</dd>
        </div>
      )
    case 'sum':
      return (
        <div class="sum">
          <span>{block.name}</span>
          <span class="detail">{block.detail}</span>
          <span class="figures">{block.figure}</span>
        </div>
      )
    case 'sign':
      return <p class={block.isThumb ? 'thumb' : 'blank'}>{block.text}</p>
    case 'code':
      return (
        <div class="code">
          <QrCode text={block.text} label={`${block.label} ${block.number}`} isOnPaper />
          <p>
            {block.label} <strong>{block.number}</strong>
          </p>
        </div>
      )
    case 'text':
      return block.label === undefined ? (
        <p class={block.as}>{block.text}</p>
      ) : (
        <p class={block.as}>
          {block.label} <strong>{block.text}</strong>
        </p>
      )
  }
}
