import encodeQR from 'qr'

/** The width of the light border in squares, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4
/** On white paper, which continues the border. */
const PAPER_BORDER = 2

interface QrProps {
  readonly text: string
  readonly label: string
  /** Whether it is printed on a receipt, where larger squares help more than the correction of errors. */
  readonly isOnPaper?: boolean
}

/** A QR code, always black on white: many phones cannot read it inverted. */
export function QrCode({ text, label, isOnPaper = false }: QrProps) {
  const rows = encodeQR(
    text,
    'raw',
    isOnPaper ? { ecc: 'low', border: PAPER_BORDER } : { ecc: 'medium', border: QUIET_ZONE },
  )
  const size = rows.length
  const runs = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return []
      const end = row.indexOf(false, x)
      const length = (end < 0 ? size : end) - x
      return [`M${x} ${y}h${length}v1h-${length}z`]
    }),
  )
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="240" height="240" role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={runs.join('')} fill="#000" shape-rendering="crispEdges" />
    </svg>
  )
}
