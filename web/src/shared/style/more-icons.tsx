import { createIcon } from './icons.tsx'

// These icons are in a file of their own, so that the first view does not load them.
export const ShareIcon = createIcon(
  <path d="M10 12.500V3m0 0L6.500 6.500M10 3l3.500 3.500M4 10v5.500A1.500 1.500 0 0 0 5.500 17h9a1.500 1.500 0 0 0 1.500-1.500V10" />,
)
export const SearchIcon = createIcon(
  <>
    <circle cx="9" cy="9" r="5.250" />
    <path d="m13 13 4 4" />
  </>,
)
export const PlusIcon = createIcon(<path d="M10 4v12M4 10h12" />)
export const MinusIcon = createIcon(<path d="M4 10h12" />)
export const FileIcon = createIcon(
  <path d="M11.500 2.500H6A1.500 1.500 0 0 0 4.500 4v12A1.500 1.500 0 0 0 6 17.500h8a1.500 1.500 0 0 0 1.500-1.500V6.500zm0 0v4h4" />,
)
export const UploadIcon = createIcon(
  <path d="M10 13V4m0 0L6.500 7.500M10 4l3.500 3.500M3.500 13v2A1.500 1.500 0 0 0 5 16.500h10a1.500 1.500 0 0 0 1.500-1.500v-2" />,
)
export const ChevronIcon = createIcon(<path d="m7.500 4.500 5.500 5.500-5.500 5.500" />)
export const MoreIcon = createIcon(
  <g fill="currentColor" stroke="none">
    <circle cx="10" cy="4.500" r="1.500" />
    <circle cx="10" cy="10" r="1.500" />
    <circle cx="10" cy="15.500" r="1.500" />
  </g>,
)
export const SortIcon = createIcon(
  <>
    <path className="sort-up" d="M6.500 8 10 4.500 13.500 8" />
    <path className="sort-down" d="M6.500 12 10 15.500 13.500 12" />
  </>,
)
export const RefreshIcon = createIcon(
  <path d="M16 10a6 6 0 1 1-1.800-4.300M16.250 2.750v3.500h-3.500" />,
)
export const DownloadIcon = createIcon(
  <path d="M10 3v9m0 0 3.500-3.500M10 12 6.500 8.500M3.500 13v2A1.500 1.500 0 0 0 5 16.500h10a1.500 1.500 0 0 0 1.500-1.500v-2" />,
)
export const PrintIcon = createIcon(
  <path d="M6 7V3h8v4M6 14.500H4.500A1.500 1.500 0 0 1 3 13V8.500A1.500 1.500 0 0 1 4.500 7h11A1.500 1.500 0 0 1 17 8.500V13a1.500 1.500 0 0 1-1.500 1.500H14M6 12h8v5H6z" />,
)
export const FilterIcon = createIcon(<path d="M3 4.500h14l-5.500 6.500v5l-3-1.500V11z" />)
export const RotateIcon = createIcon(
  <path d="M4 10a6 6 0 1 0 1.800-4.300M3.750 2.750v3.500h3.500" />,
)
