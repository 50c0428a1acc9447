import { Skeleton } from './loading.tsx'
import { Outline } from './outline.tsx'
import '../list/list-view.css'

/** The outline of a staff screen while its code loads: a title, and blocks below. */
export const ScreenOutline = () => (
  <>
    <div className="page-head">
      <Skeleton width="9rem" />
    </div>
    <Outline what="screen" />
  </>
)
