export { Mark } from '../../text/brand.tsx'
