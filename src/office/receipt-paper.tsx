import { QrCode } from './qr-code.tsx'
import type { Block } from './receipt-blocks.ts'

/** The page of a receipt. Its lines are counted in `receipt-style.ts`, which must know what is added here. */

export const ReceiptBlocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <>
    {blocks.map((block, i) =>
      block.kind !== 'row' ? (
        <One block={block} />
      ) : (
        // Neighbouring rows are one list, made at the first of them.
        blocks[i - 1]?.kind !== 'row' && <Rows blocks={blocks.slice(i)} />
      ),
    )}
  </>
)

function Rows({ blocks }: { blocks: readonly Block[] }) {
  const end = blocks.findIndex(({ kind }) => kind !== 'row')
  return (
    <dl>
      {blocks.slice(0, end).map(
        (block) =>
          block.kind === 'row' && (
            <div>
              <dt>{block.name}</dt>
              <dd>{block.text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function One({ block }: { block: Exclude<Block, { kind: 'row' }> }) {
  switch (block.kind) {
    case 'rule':
      return <hr />
    case 'sum':
      return (
        <div class="sum">
          <span>{block.name}</span>
          <span class="figures">{block.figure}</span>
          {block.detail !== '' && <span class="detail">{block.detail}</span>}
        </div>
      )
    case 'code':
      return (
        <div class="code">
          <QrCode text={block.text} label={block.label} />
          <p>{block.label}</p>
        </div>
      )
    case 'text':
      return block.label === undefined ? (
        <p class={block.as}>{block.text}</p>
      ) : (
        <p class={block.as}>
          {block.label} <b>{block.text}</b>
        </p>
      )
  }
}
