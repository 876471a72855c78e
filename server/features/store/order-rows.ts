import type { RowOf } from '../../resources/typed-rows.ts';

export type Order = RowOf<'orders'>;
export type OrderLine = RowOf<'orderLines'>;
