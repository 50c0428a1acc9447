import { Button } from '../../../shared/buttons/button.tsx'
import { SearchBox } from '../../../shared/list/search/search-box.tsx'

/**
 * The bar above the queue: the search, the list of keys, and the actions on the selected orders.
 */
export const ReviewTools = ({
  search,
  onSearch,
  onHelp,
  selected,
  onArchiveSelected,
}: {
  search: string
  onSearch: (text: string) => void
  onHelp: () => void
  selected: number
  onArchiveSelected: () => void
}) => (
  <>
    <div className="review-tools">
      <SearchBox
        label="Search orders"
        placeholder="Search (press /)"
        value={search}
        onSearch={onSearch}
      />
      <Button size="small" onClick={onHelp}>
        Keys (?)
      </Button>
    </div>
    {selected > 0 && (
      <div className="review-selected">
        <span>{selected} selected</span>
        <Button size="small" variant="danger" onClick={onArchiveSelected}>
          Archive selected
        </Button>
      </div>
    )}
  </>
)
