import type { ReactNode } from 'react'
import { createIcon } from '../shared/style/icons.tsx'
import type { MenuIconName } from './menu.ts'

const person = (
  <>
    <circle cx="8.500" cy="6.500" r="3" />
    <path d="M2.500 16.500c.5-3.500 3-5 6-5s5.500 1.500 6 5" />
  </>
)
const pin = <path d="M9 17.500c-3.500-4-5-6.500-5-9a5 5 0 0 1 10 0c0 2.500-1.500 5-5 9z" />

export const menuIcons: Record<MenuIconName, () => ReactNode> = {
  orders: createIcon(
    <path d="M4.500 2.500h11v15l-2.750-1.750L10 17.500l-2.750-1.750L4.500 17.500zM7.500 6.500h5M7.500 10h5" />,
  ),
  'products-ordered': createIcon(<path d="M3 16.500h14M5 16.500v-5M10 16.500v-9M15 16.500V4" />),
  audit: createIcon(
    <>
      <circle cx="10" cy="10" r="7.250" />
      <path d="M10 5.500V10l3 2" />
    </>,
  ),
  place: createIcon(
    <g transform="translate(1)">
      {pin}
      <circle cx="9" cy="8.500" r="1.750" />
    </g>,
  ),
  'place-add': createIcon(
    <>
      {pin}
      <path d="M9 6.500v4M7 8.500h4" />
    </>,
  ),
  product: createIcon(
    <>
      <path d="M3 3.500h6.500l7.500 7.500-6 6L3 9.500z" />
      <circle cx="6.750" cy="7.250" r="1" />
    </>,
  ),
  sales: createIcon(
    <path d="M3.500 8v4h3l6.500 3.500v-11L6.500 8zM16 8c.7 1.200.7 2.800 0 4M6.500 12l1 4h2" />,
  ),
  users: createIcon(
    <>
      <g transform="translate(-1)">{person}</g>
      <path d="M13 3.750a3 3 0 0 1 0 5.500M15.500 12c1.500.8 2.200 2.300 2.500 4.500" />
    </>,
  ),
  'user-add': createIcon(
    <>
      <g transform="translate(-1)">{person}</g>
      <path d="M16 5v5M13.500 7.500h5" />
    </>,
  ),
  profile: createIcon(<g transform="translate(1.500)">{person}</g>),
  logs: createIcon(<path d="M3.500 5h1M7.500 5h9M3.500 10h1M7.500 10h9M3.500 15h1M7.500 15h9" />),
  money: createIcon(
    <>
      <path d="M2.500 5h15v10h-15zM5 8v4M15 8v4" />
      <circle cx="10" cy="10" r="2.250" />
    </>,
  ),
  seal: createIcon(
    <>
      <path d="M10 2l6.500 2.500v5c0 4-2.500 6.800-6.500 8.500-4-1.700-6.500-4.500-6.500-8.500v-5z" />
      <path d="M7 10l2 2 4-4" />
    </>,
  ),
  overview: createIcon(
    <path d="M3 3h6v6H3zM11.500 3H17v3.500h-5.500zM11.500 9H17v8h-5.500zM3 11.500h6V17H3z" />,
  ),
  reports: createIcon(
    <path d="M11.500 2.500H6A1.500 1.500 0 0 0 4.500 4v12A1.500 1.500 0 0 0 6 17.500h8a1.500 1.500 0 0 0 1.500-1.500V6.500zM7.500 14.500V12M10 14.500V9M12.500 14.500V11" />,
  ),
  mail: createIcon(<path d="M2.500 4.500h15v11h-15zM3 5l7 6 7-6" />),
}
