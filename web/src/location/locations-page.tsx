import { ButtonLink } from '../shared/button.tsx'
import { ArchivableList } from '../shared/list/archivable-list.tsx'
import { paths } from '../shared/paths.ts'
import { usePermission } from '../shared/permissions.ts'
import { locationResource } from './location-kind.tsx'

/** `/dashboard/delivery-location`. */
export const LocationsPage = () => (
  <ArchivableList
    kind={locationResource}
    actions={
      usePermission('catalogue.manage') && (
        <ButtonLink variant="primary" to={paths.addDeliveryLocation}>
          Add New
        </ButtonLink>
      )
    }
  />
)
