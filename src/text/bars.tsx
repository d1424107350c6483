import type { BarRow, Bars, Shade } from './parts.ts'
import { apart } from './wrap.ts'

/** Bars, drawn by the server as SVG, with their figures beside them. */

const WIDTH = 1000
const HEIGHT = 16

/** @param most what fills the whole width */
function Bar({
  amounts,
  series,
  most,
}: {
  amounts: BarRow['amounts']
  series: Bars['series']
  most: number
}) {
  let at = 0
  return (
    <svg
      class="bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {amounts.map((amount, i) => {
        const width = most > 0 ? (amount / most) * WIDTH : 0
        const x = at
        at += width
        // What is there is seen, however little it is.
        return width === 0 ? null : (
          <rect
            class={`b-${series[i]?.shade}`}
            x={x.toFixed(1)}
            width={Math.max(width, 3).toFixed(1)}
            height={HEIGHT}
          />
        )
      })}
    </svg>
  )
}

const Swatch = ({ shade }: { shade: Shade }) => (
  <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <rect class={`b-${shade}`} width="16" height="16" />
  </svg>
)

export function BarRows({ title, series, columns, rows, notes = [] }: Bars) {
  const most = Math.max(...rows.map(({ amounts }) => amounts.reduce((sum, amount) => sum + amount, 0)), 0)
  return (
    <figure class="barred">
      <figcaption>{apart(title)}</figcaption>
      <p class="label key">
        {series.map((one) => (
          <span>
            <Swatch shade={one.shade} /> {one.title}
          </span>
        ))}
      </p>
      {rows.some(({ texts }) => texts.length > 0) ? (
        <Rows {...{ series, columns, rows, most }} />
      ) : (
        rows.map(({ amounts }) => <Bar amounts={amounts} series={series} most={most} />)
      )}
      {notes.map((text) => (
        <p class="label">{apart(text)}</p>
      ))}
    </figure>
  )
}

const Rows = ({ series, columns, rows, most }: Omit<Bars, 'title' | 'notes'> & { most: number }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
  <div class="wide" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">{columns.label}</th>
          <td class="drawn" />
          {series.map(({ title }) => (
            <th scope="col" class="right">
              {title}
            </th>
          ))}
          <th scope="col" class="right">
            {columns.whole}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, amounts, texts, whole }) => (
          <tr>
            <th scope="row">{label}</th>
            <td class="drawn">
              <Bar amounts={amounts} series={series} most={most} />
            </td>
            {texts.map((text, i) => (
              <td class="right" data-title={series[i]?.title}>
                {text}
              </td>
            ))}
            <td class="right" data-title={columns.whole}>
              {whole}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
