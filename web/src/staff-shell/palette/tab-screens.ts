import type { Permission } from '@strand/contracts/accounts/permission'
import { OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import { today } from '../../shared/format/day.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { reportPaths } from '../../shared/navigation/report-paths.ts'

type TabScreen = { text: string; to: string; permission: Permission }

const moneyTabs = {
  matched: 'Matched',
  setaside: 'Set aside',
  probablysame: 'Probably the same',
  debit: 'Debits',
  takenback: 'Taken back',
  owed: 'Owed back',
  statements: 'Statements',
}

export const tabScreens = (permissions: readonly Permission[]): TabScreen[] => {
  const screens: TabScreen[] = [
    ...OrderStatus.options
      .filter((status) => status !== 'pending')
      .map(
        (status): TabScreen => ({
          text: `Orders: ${orderStatuses[status].label}`,
          to: reportPaths.ordersIn(status),
          permission: 'orders.read',
        }),
      ),
    ...Object.entries(moneyTabs).map(
      ([tab, text]): TabScreen => ({
        text: `Money: ${text}`,
        to: paths.moneyTab(tab),
        permission: 'money.read',
      }),
    ),
    { text: 'Day close', to: reportPaths.dayCloseOf(today()), permission: 'reports.read' },
    {
      text: 'Month close',
      to: reportPaths.monthCloseOf(today().slice(0, 7)),
      permission: 'reports.read',
    },
  ]
  return screens.filter(({ permission }) => permissions.includes(permission))
}
