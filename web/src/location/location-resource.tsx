import type { Location } from '@strand/contracts/catalogue/location'
import { locationArchiving, locationEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { Money } from '../shared/format/money.tsx'
import { RelativeTime } from '../shared/format/relative-time.tsx'
import type { ArchivableResource } from '../shared/list/archivable-list.tsx'
import { LocationEditor } from './location-editor.tsx'
import { locationsKey } from './location-form.tsx'

export const locationResource: ArchivableResource<Location> = {
  title: 'Delivery locations',
  singular: 'delivery location',
  plural: 'delivery locations',
  kind: 'delivery-location',
  queryKey: locationsKey,
  lists: {
    active: locationEndpoints.listLocations,
    archived: locationEndpoints.listArchivedLocations,
  },
  archiving: locationArchiving,
  filters: ['locationname'],
  searchBy: 'locationname',
  idOf: ({ locationid }) => locationid,
  nameOf: ({ locationname }) => locationname,
  columns: () => [
    {
      header: 'Location name',
      headline: true,
      sortField: 'locationname',
      cell: ({ locationname }) => locationname,
    },
    {
      header: 'Price',
      numeric: true,
      sortField: 'price',
      cell: ({ price }) => <Money amount={price} />,
    },
    {
      header: 'Pick-up address',
      cell: ({ deliveryaddress }) =>
        deliveryaddress || <span className="muted">Customers give theirs</span>,
    },
    { header: 'Created by', sortField: 'createdby', cell: ({ createdby }) => createdby },
    {
      header: 'Created',
      sortField: 'createdat',
      cell: ({ createdat }) => <RelativeTime at={createdat} />,
    },
  ],
  mayEdit: 'catalogue.manage',
  empty: (tab) =>
    tab === 'active' ? (
      <>
        <h2>No delivery locations</h2>
        <p>Without one, customers cannot confirm a payment. Please add the first.</p>
      </>
    ) : (
      <>
        <h2>No archived delivery locations</h2>
        <p>An archived location is no longer offered, and can be restored.</p>
      </>
    ),
  editor: (location, onClose) => <LocationEditor location={location} onClose={onClose} />,
}
