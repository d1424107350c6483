import ArrowLeftRight from 'lucide/dist/esm/icons/arrow-left-right.mjs'
import ChartColumn from 'lucide/dist/esm/icons/chart-column.mjs'
import Check from 'lucide/dist/esm/icons/check.mjs'
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs'
import Download from 'lucide/dist/esm/icons/download.mjs'
import FileInput from 'lucide/dist/esm/icons/file-input.mjs'
import FileText from 'lucide/dist/esm/icons/file-text.mjs'
import Handshake from 'lucide/dist/esm/icons/handshake.mjs'
import House from 'lucide/dist/esm/icons/house.mjs'
import IdCard from 'lucide/dist/esm/icons/id-card.mjs'
import Inbox from 'lucide/dist/esm/icons/inbox.mjs'
import Info from 'lucide/dist/esm/icons/info.mjs'
import Landmark from 'lucide/dist/esm/icons/landmark.mjs'
import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import MapPin from 'lucide/dist/esm/icons/map-pin.mjs'
import Menu from 'lucide/dist/esm/icons/menu.mjs'
import Package from 'lucide/dist/esm/icons/package.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import Printer from 'lucide/dist/esm/icons/printer.mjs'
import Scale from 'lucide/dist/esm/icons/scale.mjs'
import ScrollText from 'lucide/dist/esm/icons/scroll-text.mjs'
import Search from 'lucide/dist/esm/icons/search.mjs'
import Server from 'lucide/dist/esm/icons/server.mjs'
import Smartphone from 'lucide/dist/esm/icons/smartphone.mjs'
import Sprout from 'lucide/dist/esm/icons/sprout.mjs'
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs'
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs'
import Users from 'lucide/dist/esm/icons/users.mjs'
import Wallet from 'lucide/dist/esm/icons/wallet.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { createElement } from 'preact'

/** Icons of the Lucide set (ISC), drawn into the page. They repeat what a word beside them says. */

const ICONS = {
  add: Plus,
  alert: TriangleAlert,
  audit: ScrollText,
  bad: CircleAlert,
  chart: ChartColumn,
  close: X,
  consent: FileText,
  cooperative: Landmark,
  correct: Pencil,
  download: Download,
  good: Check,
  house: House,
  import: FileInput,
  inbox: Inbox,
  info: Info,
  lot: Package,
  machine: Server,
  map: MapPin,
  member: Users,
  menu: Menu,
  newMember: UserPlus,
  payment: Wallet,
  phone: Smartphone,
  print: Printer,
  reader: Handshake,
  record: ArrowLeftRight,
  scale: Scale,
  search: Search,
  signOut: LogOut,
  sprout: Sprout,
  staff: IdCard,
  takeBack: Undo2,
} as const
export type IconName = keyof typeof ICONS

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {ICONS[name].map(([shape, its]) => createElement(shape, its))}
  </svg>
)
