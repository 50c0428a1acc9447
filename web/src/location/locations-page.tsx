import { ButtonLink } from '../shared/buttons/button.tsx'
import { ArchivableList } from '../shared/list/archivable-list.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { usePermission } from '../shared/session/use-permission.ts'
import { locationResource } from './location-resource.tsx'

/** `/dashboard/delivery-location`. */
export const LocationsPage = () => (
  <ArchivableList
    resource={locationResource}
    actions={
      usePermission('catalogue.manage') && (
        <ButtonLink variant="primary" to={paths.addDeliveryLocation}>
          Add New
        </ButtonLink>
      )
    }
  />
)
