/** The style of the mark and of the head that shows it, beside the colours. */
export const BRAND_STYLE = `.brand{display:flex;gap:.65rem;align-items:center;padding:1.1rem 1.2rem .5rem;color:var(--ink);text-decoration:none;line-height:1.25}
.mark{width:32px;height:32px;border-radius:8px;background:var(--green);color:var(--on);display:grid;place-items:center;flex:none;overflow:hidden}
.mark .icon{width:19px;height:19px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.mark:has(img){background:#fff;border:1px solid var(--line)}
.mark img{width:100%;height:100%;object-fit:contain}
`
