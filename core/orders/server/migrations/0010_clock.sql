SELECT rasid_follow_clock(
  'orders', 'orders_step', 'order_line', 'order_intention', 'order_intention_step', 'payment', 'payment_step', 'payment_refund', 'payment_event',
  'sandbox_intent', 'sandbox_charge', 'sandbox_refund', 'deploy_unit', 'shipment', 'bill');
