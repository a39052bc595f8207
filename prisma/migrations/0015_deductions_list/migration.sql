-- People call an order, its transaction and its contract by how the number ends.
CREATE INDEX "Deduction_tail_idx" ON "Deduction"("connectionId", reverse("outTradeNo") COLLATE "C");
CREATE INDEX "Deduction_transaction_tail_idx" ON "Deduction"("connectionId", reverse("transactionId") COLLATE "C");
CREATE INDEX "Deduction_contract_tail_idx" ON "Deduction"("connectionId", reverse("contractId") COLLATE "C");

-- In progress (3.3: told, and not over) are few among many.
CREATE INDEX "Deduction_in_progress_idx" ON "Deduction"("connectionId", "createdAt" DESC, "id" DESC)
WHERE "tradeState" NOT IN ('SUCCESS', 'REFUND', 'CLOSED', 'PAYERROR');
