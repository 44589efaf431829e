use super::*;

fn automaton(content: &Particle) -> ContentAutomaton {
    ContentAutomaton::of(content, |index| index.to_string())
}

fn accepts(content: &Particle, children: &[usize]) -> bool {
    let automaton = automaton(content);
    let end = children.iter().try_fold(0, |state, child| {
        let state: &ContentState = &automaton.states[state];
        state.next.iter().find(|(own, _)| own == child).map(|(_, to)| *to).or(state.any)
    });
    end.is_some_and(|state| automaton.is_end(state))
}

fn elements(names: &[usize]) -> Vec<Particle> {
    names.iter().map(|name| Particle::Element(*name)).collect()
}

#[test]
fn a_repeated_choice_is_one_state() {
    let content = Particle::Choice(elements(&[1, 2, 3])).repeated(0, None);
    assert_eq!(automaton(&content).states.len(), 1);
    assert!(accepts(&content, &[]) && accepts(&content, &[3, 1, 1, 2]) && !accepts(&content, &[4]));
}

#[test]
fn numbers_of_occurrences_are_counted() {
    let content =
        Particle::Sequence(vec![Particle::Element(1).repeated(2, Some(3)), Particle::Element(2).repeated(0, Some(1))]);
    for (children, is_valid) in
        [(&[1][..], false), (&[1, 1], true), (&[1, 1, 1, 2], true), (&[1, 1, 1, 1], false), (&[1, 1, 2, 2], false)]
    {
        assert_eq!(accepts(&content, children), is_valid, "{children:?}");
    }
    assert!(accepts(&Particle::Element(1).repeated(0, Some(1_000_000)), &[1; 500]), "large numbers are not counted");
    assert!(
        accepts(&Particle::Element(1).repeated(0, Some(0)), &[])
            && !accepts(&Particle::Element(1).repeated(0, Some(0)), &[1])
    );
}

#[test]
fn a_repeated_part_does_not_lead_back_to_what_stands_before_it() {
    let parts = vec![Particle::Element(1).repeated(0, None), Particle::Element(2).repeated(0, None)];
    let content = Particle::Sequence(parts);
    assert!(accepts(&content, &[1, 1, 2, 2]) && !accepts(&content, &[2, 1]));
}

#[test]
fn parts_without_an_order_occur_once_each() {
    let content =
        Particle::All(vec![Particle::Element(1), Particle::Element(2).repeated(0, Some(1)), Particle::Element(3)]);
    assert!(accepts(&content, &[3, 1]) && accepts(&content, &[2, 3, 1]));
    assert!(!accepts(&content, &[1, 2]) && !accepts(&content, &[1, 3, 3]));
}

#[test]
fn any_element_may_stand_for_a_named_one() {
    let content = Particle::Sequence(vec![Particle::Any.repeated(0, None), Particle::Element(1)]);
    assert!(accepts(&content, &[7, 1]) && accepts(&content, &[1, 1]) && !accepts(&content, &[7]));
}

#[test]
fn an_automaton_that_would_be_too_large_allows_everything() {
    let mut content = Particle::Element(1);
    for _ in 0..8 {
        content = Particle::Repeat { part: Box::new(content), min: 30, max: Some(32) };
    }
    assert_eq!(automaton(&content), ContentAutomaton::of_anything());
}

#[test]
fn elements_of_one_name_are_one_step() {
    let content = Particle::Choice(vec![Particle::Sequence(elements(&[1, 3])), Particle::Sequence(elements(&[2, 4]))]);
    let automaton = ContentAutomaton::of(&content, |index| if index < 3 { "a".to_owned() } else { index.to_string() });
    assert_eq!(automaton.states[0].next.len(), 1);
    assert_eq!(automaton.states[automaton.states[0].next[0].1].next.len(), 2);
}
