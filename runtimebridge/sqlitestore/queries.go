package sqlitestore

// readQueries are prepared on the connections that read, writeQueries on the one
// that writes. The texts stand beside the code that runs them.
var (
	readQueries = []string{
		listActive, listAll, selectSession, selectMessages, selectSteps,
		selectExport, selectAllMessages, selectIDs, selectUnfinished,
	}
	writeQueries = []string{
		selectSession, selectTail, selectSize, selectTurn, selectInterrupted, selectTurnSteps,
		insertSession, insertMessage, insertTurn, insertStep, appendStep,
		updateHead, updateFirstTitle, updateTitle, updateArchived,
		deleteTurn, deleteTurnSteps, deleteSession,
	}
)
