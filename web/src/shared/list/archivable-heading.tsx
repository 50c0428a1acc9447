import type { ReactNode } from 'react'
import { TabLinks } from '../navigation/tab-links.tsx'
import type { ArchivableResource } from './archivable-resource.ts'
import type { Tab } from './bulk/bulk-archive.tsx'
import { ParkedNotice } from './parked-notice.tsx'
import { SearchBox } from './search/search-box.tsx'
import type { ListControls } from './use-list-state.ts'

export const ListHeading = <Row,>(props: {
  resource: ArchivableResource<Row>
  tab: Tab
  controls: ListControls
  bulkArchive: ReactNode
  actions: ReactNode
  views: ReactNode
}) => {
  const { resource, tab, controls, bulkArchive } = props
  const { title, plural, searchBy } = resource
  return (
    <>
      <div className="page-head">
        <h1>{title}</h1>
        <div className="page-actions">
          {!searchBy && bulkArchive}
          {props.actions}
        </div>
      </div>
      <ArchiveTabs label={title} tab={tab} />
      {props.views}
      <ParkedNotice {...resource} />
      <div className="list-tools">
        {searchBy && <NameSearch plural={plural} filter={searchBy} controls={controls} />}
        {searchBy && bulkArchive}
      </div>
    </>
  )
}

const ArchiveTabs = ({ label, tab }: { label: string; tab: Tab }) => (
  <TabLinks
    label={label}
    tabs={[
      { text: 'Active', to: '?', isCurrent: tab === 'active' },
      { text: 'Archived', to: '?tab=archived', isCurrent: tab === 'archived' },
    ]}
  />
)

const NameSearch = (props: { plural: string; filter: string; controls: ListControls }) => {
  const { filter, controls } = props
  return (
    <SearchBox
      label={`Search ${props.plural}`}
      placeholder="Search by name"
      value={controls.state.filters[filter] ?? ''}
      onSearch={(text) => controls.change({ filters: { [filter]: text } }, { replace: true })}
    />
  )
}
