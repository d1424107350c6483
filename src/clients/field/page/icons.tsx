import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import ArrowLeftRight from 'lucide/dist/esm/icons/arrow-left-right.mjs'
import Camera from 'lucide/dist/esm/icons/camera.mjs'
import Check from 'lucide/dist/esm/icons/check.mjs'
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs'
import Clock from 'lucide/dist/esm/icons/clock.mjs'
import Handshake from 'lucide/dist/esm/icons/handshake.mjs'
import Info from 'lucide/dist/esm/icons/info.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import MapPin from 'lucide/dist/esm/icons/map-pin.mjs'
import Package from 'lucide/dist/esm/icons/package.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Scale from 'lucide/dist/esm/icons/scale.mjs'
import ScanLine from 'lucide/dist/esm/icons/scan-line.mjs'
import ScrollText from 'lucide/dist/esm/icons/scroll-text.mjs'
import Send from 'lucide/dist/esm/icons/send.mjs'
import Share2 from 'lucide/dist/esm/icons/share-2.mjs'
import Smartphone from 'lucide/dist/esm/icons/smartphone.mjs'
import Sprout from 'lucide/dist/esm/icons/sprout.mjs'
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs'
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs'
import Wallet from 'lucide/dist/esm/icons/wallet.mjs'
import Wifi from 'lucide/dist/esm/icons/wifi.mjs'
import WifiOff from 'lucide/dist/esm/icons/wifi-off.mjs'
import { createElement } from 'preact'

/** Icons of the Lucide set (ISC). They repeat what a word beside them says. */

const ICONS = {
  back: ArrowLeft,
  camera: Camera,
  confirm: Handshake,
  correct: Pencil,
  custody_transfer: ArrowLeftRight,
  delivery: Scale,
  good: Check,
  harvest: Sprout,
  info: Info,
  lock: Lock,
  lot: Package,
  offline: WifiOff,
  online: Wifi,
  party: UserPlus,
  payment: Wallet,
  phone: Smartphone,
  plot: MapPin,
  records: ScrollText,
  rejected: CircleAlert,
  scan: ScanLine,
  send: Send,
  share: Share2,
  takeBack: Undo2,
  waiting: Clock,
  warn: TriangleAlert,
} as const
export type IconName = keyof typeof ICONS

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {ICONS[name].map(([shape, its]) => createElement(shape, its))}
  </svg>
)
