/** Small drawings of a phone, next to the steps that a person takes on it. The steps say the same in words. */

export type PhoneStep = 'scan' | 'warning' | 'download' | 'settings' | 'switch' | 'trusted' | 'pin' | 'home'

const INSIDE: Readonly<Record<PhoneStep, string>> = {
  scan: 'M20 46h12v-12M84 34v0M64 34h12v12M76 82v12h-12M32 94h-12v-12M30 56h10v10h-10zM56 56h10v10h-10zM30 72h10v10h-10zM56 72h4v4h6v6h-10z',
  warning: 'M48 38l24 42h-48zM48 52v14M48 72v2',
  download: 'M48 36v34M36 58l12 12l12-12M28 84h40',
  settings: 'M20 38h56M20 52h40M16 62h64v16h-64zM22 70h40M66 66l4 4l-4 4M20 88h48',
  switch: 'M20 44h56M32 60h32a10 10 0 0 1 0 20h-32a10 10 0 0 1 0-20zM64 64a6 6 0 1 0 .1 0M20 96h40',
  trusted: 'M48 34l22 8v18c0 16-10 24-22 30c-12-6-22-14-22-30v-18zM38 60l8 8l14-16',
  pin: 'M22 44h52v16h-52zM30 52h1M41 52h1M52 52h1M63 52h1M30 74h4M46 74h4M62 74h4M30 86h4M46 86h4M62 86h4M46 98h4',
  home: 'M24 40h14v14h-14zM58 40h14v14h-14zM24 70h14v14h-14zM65 66v22M54 77h22',
}

export const PhonePicture = ({ of }: { of: PhoneStep }) => (
  <svg viewBox="0 0 96 136" width="72" height="102" aria-hidden="true">
    <g fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">
      <rect x="8" y="4" width="80" height="128" rx="10" />
      <path d="M40 14h16M42 122h12" />
      <path d={INSIDE[of]} />
    </g>
  </svg>
)
