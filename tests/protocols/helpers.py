"""Questions for tests of this room."""

from __future__ import annotations

from heartbench.records import Criterion, Question, Turn

WORDS = (
    ("情绪感知", 3, "AI说出底下的累", "emotional_perception"),
    ("言语表达", -10, "AI一次给出八个以上的建议", "verbal_expression"),
    ("温暖", 2, "AI语气关切 {answer} {0} 100%", "warmth"),
    ("好奇心", 2.5, "AI提一个开放的问题", "curiosity"),
    ("其他", None, "AI替用户说话", None),
)


def question(question_id: str = "Tst001") -> Question:
    turns = (Turn("A", "跑单第四年了 {dialogue}"), Turn("B", "嗯？\n'怎么'"), Turn("A", '蹲了十分钟 "没哭"'))
    return Question(question_id, turns, tuple(Criterion(*words) for words in WORDS))
